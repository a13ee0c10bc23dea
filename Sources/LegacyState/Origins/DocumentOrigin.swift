package import POSIX

/// What a document is called, and whose it is.
package struct DocumentOrigin: Hashable, Sendable {
  /// The file that it is, or that it is in.
  package let file: Path
  /// Inside an archive: the member, and the member inside that, as the archive names them.
  package let inner: [Path]
  /// What tells of the app and of the place in it.
  package let owner: AppPath

  /// A file of the file system.
  ///
  /// - Parameters:
  ///   - file: The file, or a folder that could not be opened.
  ///   - owner: Whose it is, where something better than the path says so.
  init(_ file: Path, owner: AppPath? = nil) {
    self.init(file, inner: [], owner: owner ?? AppPath(file))
  }

  private init(_ file: Path, inner: [Path], owner: AppPath) {
    self.file = file
    self.inner = inner
    self.owner = owner
  }

  /// A file that a container knows by another name, such as one of an iOS backup.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - name: What the container calls it.
  /// - Returns: Shown with both names; the container's tells of the app.
  static func renamed(_ file: Path, to name: Path) -> DocumentOrigin {
    // The backup's own folder, the same for all files of it.
    DocumentOrigin(file, inner: [name], owner: AppPath(name, below: file.parent.parent))
  }

  /// A member of this document.
  ///
  /// - Parameter name: What the archive calls it; never opened as a path.
  /// - Returns: Its origin; what the member's own path does not tell of the app, the archive's does.
  func member(_ name: Path) -> DocumentOrigin {
    DocumentOrigin(
      file,
      inner: inner + [name],
      owner: AppPath(name, below: asFolder, of: owner)
    )
  }

  /// A member of this document that is a folder.
  ///
  /// - Parameter name: What the archive calls it.
  /// - Returns: Its origin, if it is all of a place of an app; nil for any other folder.
  func placeFolder(_ name: Path) -> DocumentOrigin? {
    let outer = asFolder
    let count = AppPath.components(of: outer).count
    let path = outer.appending(name.relative)
    let place = AppPath.place(of: path) { file in
      let inside = AppPath.components(of: file).dropFirst(count).joined(separator: "/")
      return AppPath(Path(inside), below: outer, of: owner)
    }
    return place.map { DocumentOrigin(file, inner: inner + [name], owner: $0) }
  }

  /// What a folder with the archive's content would be called.
  private var asFolder: Path {
    inner.reduce(file.asFolder) { $0.appending($1.relative.asFolder) }
  }

  /// The way inside as text, two names never the same: bytes that are no UTF-8 are written as `\xFF`.
  package var innerNames: [String] { inner.map(\.distinctText) }

  /// The names that lead from an input to the document, archives on the way being folders.
  ///
  /// - Parameter rootLength: How many bytes of the file's path name the input.
  /// - Returns: None for the input itself, and for what belongs to it beside it.
  func names(behind rootLength: Int) -> [ArraySlice<UInt8>] {
    let slash = UInt8(ascii: "/")
    let rest = file.bytes.dropFirst(rootLength)
    let isBelow = rest.first == slash || file.bytes.prefix(rootLength).last == slash
    return ((isBelow ? [rest] : []) + inner.map { $0.bytes[...] }).flatMap { path in
      path.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
    }
  }

  /// The innermost name.
  var name: Path { inner.last ?? file }
}

extension Path {
  /// Without the slashes at its start.
  var relative: Path { Path(bytes: bytes.drop { $0 == UInt8(ascii: "/") }) }

  /// What a folder with the archive's content would be called: `com.example.app` for `com.example.app.tar.gz`.
  ///
  /// A name with one dot, such as `backup.zip`, is nobody's package.
  fileprivate var asFolder: Path {
    let endings: Set<String> = [
      "ab", "tar", "tgz", "gz", "bz2", "xz", "zst", "lz4", "zip", "7z", "cpio", "bak",
    ]
    var words = lastComponent.text.split(separator: ".", omittingEmptySubsequences: false)
    while words.count > 1, let last = words.last, endings.contains(last.lowercased()) {
      words.removeLast()
    }
    return parent.appending(words.joined(separator: words.count > 2 ? "." : "_"))
  }

  /// As text; bytes that are no UTF-8 are written as `\xFF`.
  fileprivate var distinctText: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    var rest = bytes[...]
    while !rest.isEmpty {
      var length = min(4, rest.count)
      while length > 0, String(validating: rest.prefix(length), as: UTF8.self) == nil {
        length -= 1
      }
      if length == 0 {
        let hex = String(rest[rest.startIndex], radix: 16, uppercase: true)
        text += "\\x" + (hex.count == 1 ? "0" : "") + hex
        length = 1
      } else {
        text += String(decoding: rest.prefix(length), as: UTF8.self)
      }
      rest = rest.dropFirst(length)
    }
    return text
  }
}
