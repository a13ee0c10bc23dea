/// A tar archive in the old `ustar` form, made without any library.
package struct TarFile {
  /// Its bytes so far, without the two blocks at the end.
  private var blocks: [UInt8] = []

  /// An archive without members.
  package init() {}

  /// All its bytes.
  package var bytes: [UInt8] { blocks + [UInt8](repeating: 0, count: 1024) }

  /// The same as if it were cut off behind its last member.
  package var bytesWithoutEnd: [UInt8] { blocks }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - name: Up to 100 bytes, whatever they are.
  ///   - contents: Its bytes.
  ///   - type: `0` a file, `1` a hard link, `2` a symbolic link, `5` a folder, `6` a pipe.
  ///   - target: Where a link leads.
  ///   - claimedSize: What the header says of its size, if that is not true.
  package mutating func add(
    _ name: some Sequence<UInt8>,
    _ contents: some Collection<UInt8> = [],
    type: Unicode.Scalar = "0",
    target: String = "",
    claimedSize: Int? = nil
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in bytes.enumerated() { header[offset + index] = byte }
    }
    put(name, at: 0)
    put("0000644\0".utf8, at: 100)
    put("0000000\0".utf8, at: 108)
    put("0000000\0".utf8, at: 116)
    put(Self.octal(claimedSize ?? contents.count, digits: 11), at: 124)
    put(Self.octal(0, digits: 11), at: 136)
    put("        ".utf8, at: 148)
    put(String(type).utf8, at: 156)
    put(target.utf8, at: 157)
    put("ustar\u{0}00".utf8, at: 257)
    put(Self.octal(header.reduce(0) { $0 + Int($1) }, digits: 6), at: 148)
    blocks += header
    blocks += contents
    blocks += [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
  }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - name: Up to 100 bytes of UTF-8.
  ///   - text: Its contents.
  package mutating func add(_ name: String, text: String) { add(name.utf8, Array(text.utf8)) }

  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(0, digits - text.count)) + text + "\0").utf8)
  }
}
