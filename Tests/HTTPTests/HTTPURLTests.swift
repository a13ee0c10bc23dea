import HTTP
import Testing

@Suite struct `Parsing a URL` {
  @Test func `its parts are read`() throws {
    let url = try #require(HTTPURL("HTTPS://ID.Example.com:8443/a%20b/c;d?x=1&y=%2F#frag"))
    #expect(url.scheme == "https")
    #expect(url.host == "id.example.com")
    #expect(url.port == 8443)
    #expect(url.path == "/a%20b/c;d")
    #expect(url.query == "x=1&y=%2F")
    #expect(url.fragment == "frag")
    #expect(url.origin.description == "https://id.example.com:8443")
    #expect(url.text == "HTTPS://ID.Example.com:8443/a%20b/c;d?x=1&y=%2F#frag")
  }

  @Test(arguments: [
    "", "example.com", "/path", "ftp://example.com/", "https:/example.com", "https://",
    "https:///path", "https://exa mple.com/", "https://example.com/\u{7F}",
    "https://example.com/\n",
    "https://example.com:0/", "https://example.com:65536/", "https://example.com:/",
    "https://example.com:8x/", "https://exämple.com/", "https://a..b/", "https://.example.com/",
    "https://example.com/%", "https://example.com/%2", "https://example.com/%zz",
    "https://example.com/a\\b", "https://example.com/?a=<b>", "https://127.1/",
    "https://0x7f.0.0.1/",
    "https://0x7f/", "https://2130706433/", "https://0177.0.0.1/", "https://127.0.0.01/",
    "https://256.0.0.1/", "https://[::1", "https://[::1%25lo]/", "https://[1::2::3]/",
    "https://[12345::]/", "https://[::1]x/", "https://[1:2:3:4:5:6:7]/", "https://[:::]/",
    "com.example.app:/oauth", "https://example.com\\@evil.example/",
  ])
  func `what parsers could read differently is refused`(_ text: String) {
    #expect(HTTPURL(text) == nil)
  }

  @Test(arguments: [
    "http://127.0.0.1/", "http://127.255.3.9:80/x", "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]:8080/",
    "http://[0::0:1]/",
  ])
  func `a loopback literal is recognised in every spelling`(_ text: String) throws {
    #expect(try #require(HTTPURL(text)).isLoopbackAddress)
  }

  @Test(arguments: [
    "http://localhost/", "http://128.0.0.1/", "http://[::2]/", "http://[::ffff:127.0.0.1]/",
    "http://127.0.0.1.example.com/", "http://loopback/", "http://10.0.0.1/", "http://0.0.0.0/",
    "http://[::]/", "http://127.0.0.1@evil.example/",
  ])
  func `nothing else is loopback, whatever it is called`(_ text: String) throws {
    let url = try #require(HTTPURL(text))
    #expect(!url.isLoopbackAddress)
    #expect(!url.isSecure)
  }

  @Test func `a user name before the host is told`() throws {
    let url = try #require(HTTPURL("https://bank.example:443@evil.example/"))
    #expect(url.hasUserInfo)
    #expect(url.host == "evil.example")
    #expect(!"\(url)".contains("bank"))
  }

  @Test func `equal addresses have equal origins`() {
    #expect(HTTPURL("http://[::1]/")?.origin == HTTPURL("http://[0:0:0::0:1]:80")?.origin)
    #expect(HTTPURL("https://A.example")?.origin == HTTPURL("https://a.example:443/x")?.origin)
    #expect(HTTPURL("https://a.example")?.origin != HTTPURL("http://a.example")?.origin)
    #expect(HTTPURL("https://[2001:db8:0:0:1:0:0:1]/")?.host == "[2001:db8::1:0:0:1]")
  }

  @Test func `printing one shows neither query nor fragment`() throws {
    let url = try #require(HTTPURL("https://id.example/cb?code=rt-MARK#access_token=rt-MARK"))
    #expect("\(url)" == "https://id.example/cb")
  }

  @Test func `parameters are added behind those that are there and before the fragment`() throws {
    let items = [QueryItem("scope", "openid a+b"), QueryItem("x", "ä&=")]
    let added = "scope=openid%20a%2Bb&x=%C3%A4%26%3D"
    #expect(HTTPURL("https://a.example")?.appending(items)?.text == "https://a.example?\(added)")
    #expect(
      HTTPURL("https://a.example/p?t=1#f")?.appending(items)?.text
        == "https://a.example/p?t=1&\(added)#f"
    )
    #expect(
      HTTPURL("https://a.example/p?")?.appending(items)?.text == "https://a.example/p?\(added)"
    )
    let url = try #require(HTTPURL("https://a.example/?t=1&t=a+b&e")?.appending(items))
    #expect(
      url.queryItems == [QueryItem("t", "1"), QueryItem("t", "a b"), QueryItem("e", "")] + items
    )
  }
}
