import LegacyState
import Secrets
import Testing

private let refresh = "1//0gKx7Qm2Vb9ZtLw4RsPn8YcDfJh3"
private let access = "ya29.a0Ad52N3-Xk7Qp2Vb9ZtLw4RsPn8YcDf"

@Suite struct `A refresh token in a file of settings` {
  @Test(arguments: [
    ("auth.properties", "auth.access_token=A\nauth.refresh_token=R\nauth.client_id=app-1\n"),
    ("auth.properties", "auth.accessToken=A\r\nauth.refreshToken=R\r\nauth.clientId=app-1\r\n"),
    ("auth.properties", "# x\nname=y\nrefreshToken=R\n\nclientId=app-1\naccessToken=A"),
    (".env", "AUTH_ACCESS_TOKEN=\"A\"\nAUTH_REFRESH_TOKEN=\"R\"\nAUTH_CLIENT_ID=app-1\n"),
    (".env", "CLIENT_ID = app-1\nACCESS_TOKEN = A # mine\nREFRESH_TOKEN = R # mine\n"),
    ("env.sh", "export REFRESH_TOKEN='R'\nexport CLIENT_ID='app-1'; \nexport ACCESS_TOKEN=A;\n"),
    ("Dockerfile", "ENV REFRESH_TOKEN=R\nENV CLIENT_ID=app-1\nENV ACCESS_TOKEN=A\n"),
    ("env.bat", "set REFRESH_TOKEN=R\nset CLIENT_ID=app-1\nset ACCESS_TOKEN=A\n"),
  ])
  func `is reported with what stands beside it under names that begin alike`(
    name: String,
    text: String
  ) throws {
    let text = text.replacing(/=(\s?["']?)R/) { "=\($0.output.1)\(refresh)" }
      .replacing(/=(\s?["']?)A/) { "=\($0.output.1)\(access)" }
    let scanned = Scanned(text: text, name: name)
    #expect(scanned.failures.isEmpty)
    let state = try #require(scanned.states.first)
    #expect(scanned.states.count == 1)
    #expect(state.refreshToken?.secret.array == Array(refresh.utf8))
    #expect(state.accessToken?.secret.array == Array(access.utf8))
    #expect(state.clientID == "app-1" && state.confidence == .low)
  }

  @Test(arguments: [
    "AUTH_REFRESH_TOKEN=\(refresh)\nAUTH_CLIENT_ID=a\n",
    "auth.refreshToken=\(refresh)\nauth.idToken=\(access)\n",
    "auth.refreshToken = \(refresh)\nauth.clientId = a\n",
  ])
  func `is reported beside one of them`(text: String) {
    #expect(Scanned(text: text, name: "x").states.count == 1)
  }

  @Test(arguments: [
    "REFRESH_TOKEN=\(refresh)\n", "A_REFRESH_TOKEN=\(refresh)\nB_CLIENT_ID=a\n",
    "REFRESH_TOKEN=$RT\nCLIENT_ID=a\n", "REFRESH_TOKEN=your-refresh-token\nCLIENT_ID=a\n",
    "REFRESH_TOKEN=${RT1}\nCLIENT_ID=a\n",
    "REFRESH_TOKEN=process.env.REFRESH_TOKEN_1\nCLIENT_ID=a\n",
    "REFRESH_TOKEN_URL=https://a.example/0123456789\nCLIENT_ID=a\n",
    "REFRESH_TOKEN = a word 0123456789abcdef0123\nCLIENT_ID=a\n",
    "REFRESH_TOKEN=tGzv3JOkF0XG5Qx2TlKWIA\nCLIENT_ID=a\n",
  ])
  func `is none by itself, nor is a name or a placeholder`(text: String) {
    let scanned = Scanned(text: text, name: ".env")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }

  @Test(arguments: [1, 2, 3, 300])
  func `has nothing that may be of another`(count: Int) {
    let text = (0..<count).map { "REFRESH_TOKEN=\(refresh)\($0)\nACCESS_TOKEN=\(access)\($0)\n" }
    let scanned = Scanned(text: text.joined(), name: ".env")
    #expect(scanned.states.count == count)
    #expect(scanned.states.dropLast().allSatisfy { $0.accessToken == nil })
    let names = (0..<count).map {
      "A\($0)B_REFRESH_TOKEN=\(refresh)\($0)\nA\($0)B_ACCESS_TOKEN=\(access)\($0)\n"
    }
    let own = Scanned(text: names.joined(), name: ".env").states
    #expect(
      own.map { $0.accessToken?.secret.count } == (0..<count).map { access.count + "\($0)".count }
    )
  }
}
