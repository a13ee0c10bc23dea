/// What stands on the command line without a flag.
package struct ArgumentSpec: Sendable {
  /// How many of it there may be.
  package enum Arity: Sendable {
    case one
    case oneOrMore
    case zeroOrOne
    case zeroOrMore
  }

  /// What a shell can offer for it.
  package enum Completion: Sendable, Equatable {
    case path
    case choice([String])
    case word
  }

  package let name: String
  package let arity: Arity
  package let completion: Completion
  /// What to give, said where it is missing.
  package let what: String

  package init(_ name: String, _ arity: Arity, _ completion: Completion, what: String) {
    self.name = name
    self.arity = arity
    self.completion = completion
    self.what = what
  }

  package var synopsis: String {
    switch arity {
    case .one: name
    case .oneOrMore: "\(name)…"
    case .zeroOrOne: "[\(name)]"
    case .zeroOrMore: "[\(name)…]"
    }
  }
}
