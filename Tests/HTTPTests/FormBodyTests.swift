import HTTP
import Secrets
import Testing

@Suite struct `A form body` {
  @Test func `it is encoded as the URL standard says`() {
    let form: FormBody = FormBody([
      "a b": "c d", "plus": "1+1=2", "safe": "*-._aZ09", "tilde": "~", "ä": "\u{0}\r\n%&",
    ])
    #expect(
      text(form.encoded())
        == "a+b=c+d&plus=1%2B1%3D2&safe=*-._aZ09&tilde=%7E&%C3%A4=%00%0D%0A%25%26"
    )
  }

  @Test func `a secret keeps bytes that are no text`() {
    var form = FormBody()
    form.append("token", SecretBytes(copying: [0xFF, 0x41, 0x2F] as [UInt8]))
    form.append("client_id", "app")
    #expect(text(form.encoded()) == "token=%FFA%2F&client_id=app")
    #expect(form.names == ["token", "client_id"])
  }

  @Test func `a secret in it is not printed`() {
    let value = FieldValue.secret(SecretBytes(copying: "rt-MARK".utf8))
    #expect(!"\(value)".contains("MARK"))
    #expect(!String(reflecting: [value]).contains("MARK"))
  }

  @Test func `decoding undoes it once`() throws {
    let secret = try #require(PercentCoding.decodeSecret("a%2Bb+c%252F".utf8, plusIsSpace: true))
    #expect(text(secret) == "a+b c%2F")
    #expect(PercentCoding.decodeSecret("%4".utf8) == nil)
    #expect(PercentCoding.decode("%FF") == nil)
    #expect(PercentCoding.decode("a+b") == "a+b")
  }
}

func text(_ secret: SecretBytes) -> String {
  secret.withBytes { bytes in
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
