import CSecret
import Secrets

/// A connection to the Secret Service, used by the thread that made it.
@safe final class SecretSession {
  private let library: SecretLibrary
  private let cancellable: OpaquePointer?
  private let service: OpaquePointer

  private var functions: appauth_secret { unsafe library.functions.pointee }

  init(_ library: SecretLibrary, _ cancellable: OpaquePointer?) throws(KeyringFailure) {
    self.library = library
    unsafe self.cancellable = cancellable
    let functions = unsafe library.functions.pointee
    var error: UnsafeMutablePointer<GError>?
    guard let bus = unsafe functions.g_bus_get_sync(G_BUS_TYPE_SESSION, cancellable, &error) else {
      throw .noBus(unsafe Self.text(of: error, functions))
    }
    // Else GLib would end this process along with the bus. The connection is the process's own, and stays.
    unsafe functions.g_dbus_connection_set_exit_on_close(bus, 0)
    guard
      let service = unsafe functions.secret_service_get_sync(
        SECRET_SERVICE_OPEN_SESSION,
        cancellable,
        &error
      )
    else { throw unsafe Self.failure(error, functions) }
    unsafe self.service = service
  }

  deinit { unsafe functions.g_object_unref(UnsafeMutableRawPointer(service)) }

  /// Demands a collection in which new items are kept.
  func requireCollection() throws(KeyringFailure) {
    guard let collection = try unsafe defaultCollection() else { throw .noCollection }
    defer { unsafe functions.g_object_unref(UnsafeMutableRawPointer(collection)) }
    guard unsafe !isLocked(collection: collection) else { throw .locked }
  }

  /// Whether the default collection is locked, perhaps after the user was asked.
  func isCollectionLocked(isUnlocking: Bool) throws(KeyringFailure) -> Bool {
    guard let collection = try unsafe defaultCollection() else { throw .noCollection }
    defer { unsafe functions.g_object_unref(UnsafeMutableRawPointer(collection)) }
    guard unsafe isLocked(collection: collection) else { return false }
    guard isUnlocking else { return true }
    try unsafe unlock(collection)
    return unsafe isLocked(collection: collection)
  }

  private func isLocked(collection: OpaquePointer) -> Bool {
    unsafe functions.secret_collection_get_locked(collection) != 0
  }

  /// Owned by the caller.
  private func defaultCollection() throws(KeyringFailure) -> OpaquePointer? {
    var error: UnsafeMutablePointer<GError>?
    let found = unsafe functions.secret_collection_for_alias_sync(
      service,
      "default",
      SECRET_COLLECTION_NONE,
      cancellable,
      &error
    )
    if let error = unsafe error { throw unsafe Self.failure(error, functions) }
    return unsafe found
  }

  /// All items with these attributes.
  func items(
    _ wanted: [String: String],
    isUnlocking: Bool
  ) throws(KeyringFailure) -> [KeyringItem] {
    var items: [KeyringItem] = []
    try unsafe forEach(wanted) { item throws(KeyringFailure) in
      if isUnlocking, unsafe isLocked(item) { try unsafe unlock(item) }
      items.append(
        KeyringItem(
          attributes: unsafe attributes(of: item, names: Array(wanted.keys) + ["store"]),
          secret: unsafe isLocked(item) ? nil : try unsafe secret(of: item)
        )
      )
    }
    return items
  }

  /// Keeps a secret.
  func store(
    _ secret: SecretBytes,
    _ attributes: [String: String],
    label: String
  ) throws(KeyringFailure) {
    var error: UnsafeMutablePointer<GError>?
    let value = unsafe secret.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe functions.secret_value_new(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
          bytes.count,
          "text/plain"
        )
      }
    }
    guard let value = unsafe value else { throw .refused("out of memory") }
    defer { unsafe functions.secret_value_unref(UnsafeMutableRawPointer(value)) }
    let isStored = unsafe withTable(attributes) { table in
      unsafe functions.secret_service_store_sync(
        service,
        appauth_secret_schema(),
        table,
        "default",
        label,
        value,
        cancellable,
        &error
      )
    }
    guard isStored != 0 else { throw unsafe Self.failure(error, functions) }
  }

  /// Removes all items with these attributes.
  func remove(_ wanted: [String: String]) throws(KeyringFailure) -> Int {
    var count = 0
    try unsafe forEach(wanted) { item throws(KeyringFailure) in
      var error: UnsafeMutablePointer<GError>?
      guard
        unsafe functions.secret_item_delete_sync(item, cancellable, &error) != 0
      else { throw unsafe Self.failure(error, functions) }
      count += 1
    }
    return count
  }
}

extension SecretSession {
  private func forEach(
    _ wanted: [String: String],
    _ body: (OpaquePointer) throws(KeyringFailure) -> Void
  ) throws(KeyringFailure) {
    var error: UnsafeMutablePointer<GError>?
    let list = unsafe withTable(wanted) { table in
      unsafe functions.secret_service_search_sync(
        service,
        appauth_secret_schema(),
        table,
        SECRET_SEARCH_ALL,
        cancellable,
        &error
      )
    }
    if let error = unsafe error { throw unsafe Self.failure(error, functions) }
    defer {
      var next = unsafe list
      while let link = unsafe next {
        unsafe functions.g_object_unref(link.pointee.data)
        unsafe next = link.pointee.next
      }
      unsafe functions.g_list_free(list)
    }
    var next = unsafe list
    while let link = unsafe next {
      if let item = unsafe link.pointee.data { try unsafe body(OpaquePointer(item)) }
      unsafe next = link.pointee.next
    }
  }

  private func isLocked(_ item: OpaquePointer) -> Bool {
    unsafe functions.secret_item_get_locked(item) != 0
  }

  /// Asks the user to unlock an item or a collection.
  private func unlock(_ item: OpaquePointer) throws(KeyringFailure) {
    var error: UnsafeMutablePointer<GError>?
    var unlocked: UnsafeMutablePointer<GList>?
    let wanted = unsafe functions.g_list_prepend(nil, UnsafeMutableRawPointer(item))
    defer { unsafe functions.g_list_free(wanted) }
    let count = unsafe functions.secret_service_unlock_sync(
      service,
      wanted,
      cancellable,
      &unlocked,
      &error
    )
    var next = unsafe unlocked
    while let link = unsafe next {
      unsafe functions.g_object_unref(link.pointee.data)
      unsafe next = link.pointee.next
    }
    unsafe functions.g_list_free(unlocked)
    if let error = unsafe error { throw unsafe Self.failure(error, functions) }
    guard count > 0 else { throw .dismissed }
  }

  private func secret(of item: OpaquePointer) throws(KeyringFailure) -> SecretBytes? {
    var error: UnsafeMutablePointer<GError>?
    guard unsafe functions.secret_item_load_secret_sync(item, cancellable, &error) != 0 else {
      throw unsafe Self.failure(error, functions)
    }
    guard let value = unsafe functions.secret_item_get_secret(item) else { return nil }
    defer { unsafe functions.secret_value_unref(UnsafeMutableRawPointer(value)) }
    var count = 0
    guard let start = unsafe functions.secret_value_get(value, &count), (0...4096).contains(count)
    else { return SecretBytes(copying: []) }
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    return unsafe SecretBytes(copying: bytes.bindMemory(to: UInt8.self).span)
  }

  private func attributes(of item: OpaquePointer, names: [String]) -> [String: String] {
    guard let table = unsafe functions.secret_item_get_attributes(item) else { return [:] }
    defer { unsafe functions.g_hash_table_unref(table) }
    var attributes: [String: String] = [:]
    for name in names {
      attributes[name] = unsafe name.withCString { name in
        guard let value = unsafe functions.g_hash_table_lookup(table, name) else { return nil }
        return unsafe String(cString: value.assumingMemoryBound(to: CChar.self))
      }
    }
    return attributes
  }

  /// Lends a table of attributes; its strings live as long.
  private func withTable<R>(
    _ attributes: [String: String],
    _ body: (OpaquePointer?) -> R
  ) -> R {
    let table = unsafe appauth_secret_attributes(library.functions)
    defer { unsafe functions.g_hash_table_unref(table) }
    let texts = attributes.flatMap { [$0.key, $0.value] }.map { Array($0.utf8CString) }
    return unsafe lend(texts[...], []) { pointers in
      for index in stride(from: 0, to: unsafe pointers.count, by: 2) {
        _ = unsafe functions.g_hash_table_insert(table, pointers[index], pointers[index + 1])
      }
      return unsafe body(table)
    }
  }

  private func lend<R>(
    _ texts: ArraySlice<[CChar]>,
    _ pointers: [UnsafeMutableRawPointer],
    _ body: ([UnsafeMutableRawPointer]) -> R
  ) -> R {
    guard let first = texts.first else { return unsafe body(pointers) }
    return unsafe first.withUnsafeBytes { bytes in
      let pointer = unsafe bytes.baseAddress.map { unsafe UnsafeMutableRawPointer(mutating: $0) }
      let all = unsafe pointers + [pointer].compactMap { unsafe $0 }
      return unsafe lend(texts.dropFirst(), all, body)
    }
  }
}

extension SecretSession {
  private static func text(
    of error: UnsafeMutablePointer<GError>?,
    _ functions: appauth_secret
  ) -> String {
    guard let error = unsafe error else { return "no reason given" }
    defer { unsafe functions.g_error_free(error) }
    guard let message = unsafe error.pointee.message else { return "no reason given" }
    return unsafe String(cString: message)
  }

  /// What an error of libsecret means.
  private static func failure(
    _ error: UnsafeMutablePointer<GError>?,
    _ functions: appauth_secret
  ) -> KeyringFailure {
    guard let known = unsafe error else { return .refused("no reason given") }
    let (domain, code) = unsafe (known.pointee.domain, known.pointee.code)
    let text = unsafe text(of: error, functions)
    if functions.secret_error_get_quark() == domain {
      // SECRET_ERROR_IS_LOCKED
      return code == 2 ? .locked : .refused(text)
    }
    if functions.g_dbus_error_quark() == domain {
      switch code {
      // Unknown, without an owner, or it could not be started (G_DBUS_ERROR_SPAWN_…).
      case 2, 3, 23...34: return .noService(text)
      // No reply, time-out.
      case 4, 12, 20: return .silent
      default: return .refused(text)
      }
    }
    return .refused(text)
  }
}
