import POSIX
import Secrets

/// What the folders around a file tell of it, where its path does not.
enum Surroundings {
  case none
  /// The input is named by `.` or `..`: as it was named, and its own path.
  case named(Path, real: Path)
  /// An iOS app's container: whose it is, if that is said, and its folder.
  case container(app: String?, Path)
  case backup(IOSBackup)
  /// A backup with a password: its files are noise.
  case sealedBackup

  /// What the name of an input tells of it.
  ///
  /// - Parameter input: A folder as a person named it.
  /// - Returns: Its own path, where the name ends in `.` or `..`.
  static func of(_ input: Path) -> Surroundings {
    let last = AppPath.components(of: input).last
    guard last == nil || last == "..", let real = try? input.canonical else { return .none }
    return .named(input, real: real)
  }

  /// The file by which iOS knows whose container it is.
  private static let metadata: Path = ".com.apple.mobile_container_manager.metadata.plist"

  /// What a folder tells of all that is in it.
  ///
  /// - Parameters:
  ///   - folder: Open.
  ///   - entries: Its entries.
  ///   - limits: How much is read.
  /// - Returns: What it tells, or what the folders above tell.
  func inside(
    _ folder: Directory,
    _ entries: [DirectoryEntry],
    _ limits: ScanLimits
  ) -> Surroundings {
    func has(_ name: Path) -> Bool {
      entries.contains { $0.name == name && $0.kind == .regular }
    }
    if has(Self.metadata) {
      return .container(app: Self.app(in: folder), folder.path)
    }
    let name = folder.path.lastComponent.text
    if name.hasSuffix(".xcappdata"), entries.contains(where: { $0.name == "AppData" }) {
      // Xcode names it after the app and the time: `com.example.app 2026-01-02 03:04.05.678.xcappdata`.
      let app = name.prefix { $0 != " " }
      return .container(
        app: app.contains(".") && app.count < name.count ? String(app) : nil,
        folder.path
      )
    }
    if has("Manifest.db"), let list = Self.list("Manifest.plist", in: folder) {
      if SealedPropertyList.isEncryptedManifest(list) { return .sealedBackup }
      return .backup(IOSBackup(folder, limits: limits))
    }
    return self
  }

  /// What a file is called and whose it is.
  func origin(of file: Path) -> DocumentOrigin {
    switch self {
    case .none, .sealedBackup: return DocumentOrigin(file)
    case .named(let name, let real):
      return DocumentOrigin(file, owner: AppPath(file, named: name, real: real))
    case .container(let app, let root):
      return DocumentOrigin(file, owner: AppPath(file, app: app, container: root))
    case .backup(let backup):
      return backup.name(of: file).map { .renamed(file, to: $0) } ?? DocumentOrigin(file)
    }
  }

  /// A folder whose entries are known, if it is all of a place of an app; nil for any other.
  func placeFolder(_ folder: Path) -> DocumentOrigin? {
    switch self {
    // Their folders are not the app's.
    case .backup, .sealedBackup: return nil
    case .none, .named, .container: break
    }
    return AppPath.place(of: folder) { origin(of: $0).owner }
      .map { DocumentOrigin(folder, owner: $0) }
  }

  /// What lies beside a file.
  func companions(of file: Path, in folder: Directory?, _ limits: ScanLimits) -> (any Companions)? {
    if case .backup(let backup) = self, let name = backup.name(of: file) {
      return backup.companions(of: name)
    }
    return folder.map { FolderCompanions(folder: $0, limits: limits) }
  }

  /// `MCMMetadataIdentifier` of a container's metadata.
  private static func app(in folder: Directory) -> String? {
    guard let list = list(metadata, in: folder),
      let value = list.value(in: list.node(list.root), "MCMMetadataIdentifier")
    else { return nil }
    let name = list.text(list.node(value))
    guard !name.isEmpty, name.count <= 255 else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// A property list of some size; nil if it is none.
  private static func list(_ name: Path, in folder: Directory) -> PropertyList? {
    guard let file = try? folder.openFile(name), let bytes = try? file.readAll(limit: 16 << 20)
    else { return nil }
    return try? PropertyList(bytes)
  }

  /// Whether a folder below is not worth entering.
  func hidesFolder(_ name: Path) -> Bool {
    guard case .sealedBackup = self else { return false }
    return name.bytes.count == 2
  }
}
