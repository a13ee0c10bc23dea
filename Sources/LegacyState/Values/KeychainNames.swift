import JSON
import Secrets

/// The names that dumps of a keychain have for its columns: those of the database, of the API, and of common tools.
enum KeychainNames {
  static let services: [StaticString] = [
    "svce", "srvr", "kSecAttrService", "kSecAttrServer", "service", "server", "Service",
  ]
  static let accounts: [StaticString] = ["acct", "kSecAttrAccount", "account", "Account"]
  static let values: [StaticString] = [
    "v_Data", "kSecValueData", "data", "Data", "dataHex", "value",
  ]
  /// The tables of generic and internet passwords.
  private static let tables: [StaticString] = ["genp", "inet"]

  /// Whether a JSON document is a dump: tables of items, or a list of such.
  static func isDump(_ root: JSONValue) -> Bool {
    if root.kind == .object {
      return tables.contains { root[$0.description]?.kind == .array }
    }
    return root[0].map { item in
      [services, accounts, values].count { names in
        names.contains { item[$0.description] != nil }
      } > 1 && item.kind == .object && accounts.contains { item[$0.description] != nil }
    } == true
  }

  /// The item that a JSON object is; nil if it is none.
  static func item(in object: JSONValue) -> Locator.KeychainItem? {
    guard object.kind == .object else { return nil }
    let service = services.lazy.compactMap { object[$0.description]?.secret() }.first
    let account = accounts.lazy.compactMap { object[$0.description]?.secret() }.first
    return item(service, account)
  }

  /// Whether a property list is a dump.
  static func isDump(_ list: PropertyList) -> Bool {
    let root = list.node(list.root)
    if root.kind == .dictionary {
      return tables.contains { name in
        list.value(in: root, name).map { list.node($0).kind == .array } == true
      }
    }
    guard root.kind == .array, root.count > 0 else { return false }
    let item = list.node(list.child(of: root, 0))
    return accounts.contains { list.value(in: item, $0) != nil }
      && (services + values).contains { list.value(in: item, $0) != nil }
  }

  /// The item that a dictionary is; nil if it is none.
  static func item(in node: PlistNode, of list: PropertyList) -> Locator.KeychainItem? {
    func value(_ names: [StaticString]) -> SecretBytes? {
      names.lazy.compactMap { list.value(in: node, $0) }.first.flatMap {
        list.secret(list.node($0))
      }
    }
    return item(value(services), value(accounts))
  }

  private static func item(
    _ service: SecretBytes?,
    _ account: SecretBytes?
  ) -> Locator.KeychainItem? {
    guard service != nil || account != nil else { return nil }
    func shown(_ name: SecretBytes?) -> String? {
      name?.withBytes { bytes in TokenShape.shown(bytes.indices.prefix(512).map { bytes[$0] }) }
    }
    return Locator.KeychainItem(service: shown(service), account: shown(account))
  }
}
