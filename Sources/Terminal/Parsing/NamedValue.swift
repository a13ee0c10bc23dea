/// A name with its value, in the order of the file or the command line.
package struct NamedValue: Sendable, Equatable {
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
