/// Writes a keyed archive as an XML property list, object by object.
struct ArchiveText {
  private var objects = ["<string>$null</string>"]

  static func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }

  mutating func add(_ element: String) -> Int {
    objects.append(element)
    return objects.count - 1
  }

  mutating func text(_ text: String) -> Int { add("<string>\(text)</string>") }

  /// An object with references to others; the class is described anew for each.
  mutating func object(_ classes: [String], _ properties: [(String, Int)]) -> Int {
    let names = classes.map { "<string>\($0)</string>" }.joined()
    let description = add(
      "<dict><key>$classes</key><array>\(names)</array>"
        + "<key>$classname</key><string>\(classes[0])</string></dict>"
    )
    let members = properties.map { "<key>\($0)</key>\(Self.uid($1))" }.joined()
    return add("<dict><key>$class</key>\(Self.uid(description))\(members)</dict>")
  }

  mutating func collection(_ keys: [Int]?, _ values: [Int]) -> Int {
    let name = keys == nil ? "NSArray" : "NSDictionary"
    let description = add(
      "<dict><key>$classes</key><array><string>\(name)</string></array>"
        + "<key>$classname</key><string>\(name)</string></dict>"
    )
    func array(_ numbers: [Int]) -> String { "<array>\(numbers.map(Self.uid).joined())</array>" }
    let named = keys.map { "<key>NS.keys</key>\(array($0))" } ?? ""
    return add(
      "<dict><key>$class</key>\(Self.uid(description))\(named)"
        + "<key>NS.objects</key>\(array(values))</dict>"
    )
  }

  /// A response with its request, and the tokens in it.
  mutating func tokenResponse(_ token: String, prefix: String = "OID") -> Int {
    let client = text("client-\(token)"), refresh = text("rt-\(token)"),
      access = text("at-\(token)")
    let parameters = collection([], [])
    let request = object(
      ["\(prefix)TokenRequest"],
      [("client_id", client), ("grant_type", client), ("additionalParameters", parameters)]
    )
    return object(
      ["\(prefix)TokenResponse"],
      [
        ("request", request), ("refresh_token", refresh), ("access_token", access),
        ("expires_in", 0), ("additionalParameters", parameters),
      ]
    )
  }

  mutating func state(_ token: String, classes: [String] = ["OIDAuthState"]) -> Int {
    let prefix = classes[0].hasPrefix("OKT") ? "OKT" : "OID"
    let response = tokenResponse(token, prefix: prefix)
    let refresh = text("rt-\(token)")
    return object(
      classes,
      [
        ("lastAuthorizationResponse", 0), ("lastTokenResponse", response),
        ("refreshToken", refresh), ("scope", 0),
      ]
    )
  }

  func written(_ top: [(String, Int)]) -> String {
    let names = top.map { "<key>\($0)</key>\(Self.uid($1))" }.joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x.dtd\">\n"
      + "<plist version=\"1.0\"><dict><key>$archiver</key><string>NSKeyedArchiver</string>"
      + "<key>$objects</key><array>\n\(objects.joined(separator: "\n"))\n</array>"
      + "<key>$top</key><dict>\(names)</dict>"
      + "<key>$version</key><integer>100000</integer></dict></plist>"
  }
}
