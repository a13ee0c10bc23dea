import JOSE
import JSON
import Testing

@Suite struct `A wrong clock` {
  private static func scene(minutes: Double, measured: Bool = true) -> Scene {
    Scene().with {
      $0.clockShift = minutes * 60
      $0.serverDate = measured ? Scene.now : nil
    }
  }

  @Test func `three minutes ahead does not matter to a token good for five`() throws {
    #expect(try Self.scene(minutes: 3).failure() == nil)
  }

  @Test(arguments: [
    (
      11.0, "expired", "exp",
      "the token expired at 2027-01-15T08:05:00Z (exp), this computer's clock says "
        + "2027-01-15T08:11:00Z (leeway 60 s); your clock differs from the server by about 11 min "
        + "(it is ahead): set it and try again"
    ),
    (
      60.0, "expired", "exp",
      "the token expired at 2027-01-15T08:05:00Z (exp), this computer's clock says "
        + "2027-01-15T09:00:00Z (leeway 60 s); your clock differs from the server by about 60 min "
        + "(it is ahead): set it and try again"
    ),
    (
      -11.0, "issued_in_future", "iat",
      "the token was issued at 2027-01-15T08:00:00Z (iat), this computer's clock says "
        + "2027-01-15T07:49:00Z (leeway 60 s); your clock differs from the server by about 11 min "
        + "(it is behind): set it and try again"
    ),
  ])
  func `is named with the claim, both times and how far it is off`(
    _ minutes: Double,
    _ code: String,
    _ claim: String,
    _ message: String
  ) throws {
    let failure = try #require(try Self.scene(minutes: minutes).failure())
    #expect(failure.code.rawValue == code)
    #expect(failure.claim == claim)
    #expect(failure.message == message)
    #expect(failure.clockOffset == Int(minutes * 60))
    #expect(failure.localTime?.seconds == Scene.now + minutes * 60)
    #expect(failure.tokenTime != nil)
  }

  @Test func `that cannot be measured is only suspected`() throws {
    let failure = try #require(try Self.scene(minutes: 11, measured: false).failure())
    #expect(failure.message.hasSuffix("check this computer's clock"))
    #expect(failure.clockOffset == nil)
  }

  @Test func `is not blamed for a token that is really old`() throws {
    let scene = Scene().claiming([("exp", .double(Scene.now - 900))])
      .with { $0.serverDate = Scene.now - 2 }
    let failure = try #require(try scene.failure())
    #expect(failure.message.hasSuffix("your clock agrees with the server's to about 2 s"))
  }

  @Test func `measured does not excuse an expired token`() throws {
    #expect(try Self.scene(minutes: 7).failure()?.code == .expired)
  }

  @Test(arguments: [(-5, 0), (0, 0), (60, 60), (300, 300), (301, 300), (Int.max, 300)])
  func `gets a leeway from 0 to 300 seconds`(_ asked: Int, _ given: Int) {
    #expect(IDTokenClock(now: NumericDate(seconds: 0), leeway: asked).leeway == given)
  }

  @Test(arguments: [(0, 0.0, "expired"), (300, 299.5, nil), (300, 300, "expired")])
  func `is allowed exactly the leeway`(
    _ leeway: Int,
    _ late: Double,
    _ code: String?
  ) throws {
    let scene = Scene().claiming([("exp", .double(Scene.now - late))]).with { $0.leeway = leeway }
    #expect(try scene.failure()?.code.rawValue == code)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    (1_700_000_000.9, "2023-11-14T22:13:20Z"), (4_107_542_399, "2100-02-28T23:59:59Z"),
    (4_107_542_400, "2100-03-01T00:00:00Z"), (1_709_251_199, "2024-02-29T23:59:59Z"),
    (99_999_999_999, "5138-11-16T09:46:39Z"), (1_700_000_000_000, "1700000000000.0"),
  ])
  func `shows dates in one way`(_ seconds: Double, _ text: String) {
    #expect(NumericDate(seconds: seconds).description == text)
  }
}
