/// Codes, tokens, secrets and verifiers that specifications and manuals print as examples.
///
/// Half of the documentations, mocks and tests of the world have them, and no provider ever issued one.
enum PublishedExamples {
  static func contains(_ bytes: Span<UInt8>) -> Bool {
    guard lengths.contains(bytes.count) else {
      return bytes.count > header.count
        && header.indices.allSatisfy { bytes[$0] == header[$0] }
    }
    return all.contains(bytes.indices.map { bytes[$0] })
  }

  private static let all = Set(
    (specifications + manuals).split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  )

  private static let lengths = Set(all.map(\.count))

  /// `{"alg":"RS256","kid":"1e9gdk7"}`: the ID tokens of OpenID Connect Core.
  private static let header = Array("eyJhbGciOiJSUzI1NiIsImtpZCI6IjFlOWdkazcifQ.".utf8)

  /// RFC 6749 and 6750, 7009, 7591, 7636, 7662, 8628, 8693, 9449; OpenID Connect Core and Registration; RFC 7519.
  private static let specifications = """
    2YotnFZFEjr1zCsicMWpAA tGzv3JOkF0XG5Qx2TlKWIA SplxlOBeZQQYbYS6WxSbIA 7Fjfp0ZBr1KtDRbnfVdmIw
    gX1fBat3bV mF_9.B5f-4.1JqM vF9dft4qmT
    45ghiukldjahdnhzdauz
    cf136dc3c1fc93f31185e5885805d reg-23410913-abewfq.123483 23410913-abewfq.123483
    dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM
    GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS
    accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC
    Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU Q..Zkm29lexi8VnWg2zPW1x-tgGad0Ibc3s3EwM_Ni4-g
    SlAV32hkKG 8xLOxBtZp8 jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y
    Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk
    ZJYCqe3GGRvdrudKyZS0XhGv_Z45DuKhCUk0gBR1vZk this.is.an.access.token.value.ffx83
    eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6\
    Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
    """ + "\n"

  /// Google's guide to OAuth, and the token with which jwt.io opens.
  private static let manuals = """
    1/fFAGRNJru1FTz70BzhT3Zg 1/xEoDL4iW3cxlI7yDbSRFYNG01kVKM2C-259HOF2aQbI
    1//xEoDL4iW3cxlI7yDbSRFYNG01kVKM2C-259HOF2aQbI 4/P7q7W91a-oMsCeLvIaQm6bTrgtp7
    1/6BMfW9j53gdGImsixUH6kU5RsR4zwI9lUVX-tqf8JXQ
    eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0Ijox\
    NTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c
    eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4i\
    OnRydWV9.TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ
    """
}
