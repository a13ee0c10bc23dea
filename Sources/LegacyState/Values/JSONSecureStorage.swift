import JSON
import Secrets

/// The values of flutter_secure_storage in an export of a web site's localStorage.
enum JSONSecureStorage {
  /// What a document with such values holds.
  static let mark: StaticString = "FlutterSecureStorage\""

  /// Whether an object has the store's key, open or wrapped.
  static func recognises(_ object: JSONValue) -> Bool {
    object.eachMember.contains { $0.isNamed("FlutterSecureStorage") }
  }

  /// Opens the values and finds the states in them.
  static func read(
    _ object: JSONValue,
    in layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var storage = WebSecureStorage()
    var isSealed = false
    for member in object.eachMember where member.isNamed("FlutterSecureStorage") {
      if let key = member.value.secret() { storage.take(member.name, key) }
    }
    for (position, member) in object.eachMember.enumerated() {
      guard member.nameRange.count < 1024, WebSecureStorage.isValue(member.name),
        let text = member.value.secret()
      else { continue }
      switch storage.open(member.name, text) {
      case .foreign: continue
      case .sealed: isSealed = true
      case .opened(let content):
        let place = JSONPlace(
          layer: layer,
          value: member.value,
          container: object,
          position: position
        )
        let inner = Layer(
          content,
          origin: FixedPlace(layer: layer, range: place.range),
          whole: place
        )
        var context = context
        context.path += [.key(TokenShape.shown(member.nameBytes)), .decoded("aes-gcm")]
        try Values.read(inner, context) { finding throws(ScanStopped) in
          guard case .state(_, let places) = finding else { return try emit(finding) }
          // A part of a sealed value cannot be taken out without sealing the rest again.
          try emit(finding.withRemoval(places.allSatisfy { $0.layer === layer } ? .exact : .no))
        }
      }
    }
    if isSealed { try emit(.sealed(WebSecureStorage.sealedName)) }
  }
}
