import Foundation

/// Writes a binary property list with numbers of any size, from objects as they lie in the file.
struct BinaryListText {
  enum Object {
    /// Marker and content.
    case raw([UInt8])
    case array([Int])
    case dictionary([(key: Int, value: Int)])
    case text(String)
    case wide(String)
    case data(Data)
  }

  var referenceSize = 1
  var offsetSize = 4
  /// The power of two of the bytes in which a count is written.
  var countPower = 2

  func written(_ objects: [Object], top: Int = 0) -> Data {
    var file = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(file.count)
      file += bytes(of: object)
    }
    let table = file.count
    for offset in offsets { file += number(offset, offsetSize) }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    file += number(objects.count, 8) + number(top, 8) + number(table, 8)
    return Data(file)
  }

  /// A list whose elements are all the same data, which is there once.
  static func sharing(_ data: Data, times: Int) -> Data {
    BinaryListText().written([.array(Array(repeating: 1, count: times)), .data(data)])
  }

  private func bytes(of object: Object) -> [UInt8] {
    switch object {
    case .raw(let bytes): return bytes
    case .array(let elements):
      return counted(0xA0, elements.count) + elements.flatMap { number($0, referenceSize) }
    case .dictionary(let entries):
      return counted(0xD0, entries.count) + entries.flatMap { number($0.key, referenceSize) }
        + entries.flatMap { number($0.value, referenceSize) }
    case .text(let text): return counted(0x50, text.utf8.count) + Array(text.utf8)
    case .wide(let text):
      return counted(0x60, text.utf16.count) + text.utf16.flatMap { number(Int($0), 2) }
    case .data(let data): return counted(0x40, data.count) + Array(data)
    }
  }

  private func counted(_ marker: UInt8, _ count: Int) -> [UInt8] {
    [marker | 15, 0x10 | UInt8(countPower)] + number(count, 1 << countPower)
  }

  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> ($0 * 8)) : 0 }
  }
}
