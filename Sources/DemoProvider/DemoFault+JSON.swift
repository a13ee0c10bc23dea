import JSON

extension DemoFault {
  /// Reads a fault as `POST /demo/faults` takes it.
  ///
  /// `{"endpoint": "token", "action": "status", "status": 503, "headers": {"Retry-After": "7"}, "times": 1}`; actions
  /// are status, echo, drop, delay, omit, set, claim, tampered_signature, alg_none, huge_body, html and redirect.
  ///
  /// - Parameter value: The object.
  init?(_ value: JSONValue) {
    guard let endpoint = value["endpoint"]?.string().flatMap(DemoEndpoint.init),
      let name = value["action"]?.string(),
      let action = Action(name, value)
    else { return nil }
    self.init(
      endpoint,
      action,
      times: value["times"]?.int().map(Int.init),
      grantType: value["grant_type"]?.string(),
      afterwards: value["afterwards"]?.bool() ?? false
    )
  }
}

extension DemoFault.Action {
  init?(_ name: String, _ value: JSONValue) {
    let member = value["member"]?.string()
    switch (name, member) {
    case ("status", _):
      guard let status = value["status"]?.int() else { return nil }
      self = .answer(Self.answer(Int(status), value))
    case ("echo", _):
      self = .echo(
        value["status"]?.int().map(Int.init) ?? 400,
        value["error"]?.string() ?? "invalid_request"
      )
    case ("drop", _): self = .drop
    case ("delay", _): self = .delay(.seconds(value["seconds"]?.double() ?? 1))
    case ("omit", let member?): self = .omit(member)
    case ("set", let member?):
      self = .set(member, value["value"].map(JSONNode.init(reading:)) ?? .null)
    case ("claim", let member?): self = .claim(member, value["value"].map(JSONNode.init(reading:)))
    case ("tampered_signature", _): self = .tamperedSignature
    case ("alg_none", _): self = .unsigned
    case ("huge_body", _): self = .answer(.huge(value["bytes"]?.int().map(Int.init) ?? 8 << 20))
    case ("html", _): self = .answer(.html(value["status"]?.int().map(Int.init) ?? 200))
    case ("redirect", _):
      self = .answer(.redirect(to: value["location"]?.string() ?? "https://elsewhere.example/"))
    default: return nil
    }
  }

  private static func answer(_ status: Int, _ value: JSONValue) -> DemoAnswer {
    var answer = DemoAnswer(status: status)
    for header in value["headers"]?.members ?? [] {
      answer.headers.append((header.name, header.value.string() ?? ""))
    }
    if let type = value["content_type"]?.string() {
      answer.headers.append(("Content-Type", type))
    } else if let body = value["body"], body.kind == .object {
      answer.headers.append(("Content-Type", "application/json"))
    }
    if let body = value["body"] {
      answer.body = body.string().map { Array($0.utf8) } ?? JSONNode(reading: body).encoded()
    }
    return answer
  }
}
