/// Someone who can sign in.
package struct DemoUser: Sendable {
  /// What is typed.
  package var name: String
  /// What is typed below it; a demonstration has no secrets.
  package var password: String
  /// `sub`.
  package var subject: String

  /// Makes a user.
  package init(name: String, password: String, subject: String) {
    self.name = name
    self.password = password
    self.subject = subject
  }

  /// `demo` with `demo-password`.
  package static var demo: DemoUser {
    DemoUser(name: "demo", password: "demo-password", subject: "sub-demo")
  }

  /// `other` with `other-password`.
  package static var other: DemoUser {
    DemoUser(name: "other", password: "other-password", subject: "sub-other")
  }
}
