import Foundation
import JSON
import POSIX
import Secrets
import Testing

/// One file of the public test suite; its first letter says what must happen.
struct SuiteFile: CustomTestStringConvertible, Sendable {
  let url: URL

  var name: String { url.lastPathComponent }
  var testDescription: String { name }

  static let all: [SuiteFile] = {
    let folder = Bundle.module.resourceURL?.appendingPathComponent("Fixtures/test_parsing")
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) }
    return (names ?? []).filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      folder.map { SuiteFile(url: $0.appendingPathComponent(name)) }
    }
  }()

  static func starting(with prefix: String) -> [SuiteFile] {
    all.filter { $0.name.hasPrefix(prefix) }
  }

  func failure(in dialect: JSONDialect) throws -> JSONFailure.Reason? {
    // Not through Foundation, which leaks a page for each empty file.
    let bytes = try File.open(Path(url.path(percentEncoded: false))).readAll(limit: 1 << 20)
    do throws(JSONFailure) {
      _ = try JSONDocument(parsing: bytes, dialect: dialect)
      return nil
    } catch {
      return error.reason
    }
  }
}

@Suite struct `The public JSON test suite` {
  @Test func `is there in full`() {
    #expect(SuiteFile.all.count == 318)
  }

  @Test(arguments: SuiteFile.starting(with: "y_"))
  func `a valid document is accepted in both dialects`(_ file: SuiteFile) throws {
    #expect(try file.failure(in: .strict) == nil)
    #expect(try file.failure(in: .androidState) == nil)
  }

  @Test(arguments: SuiteFile.starting(with: "n_"))
  func `an invalid document is refused`(_ file: SuiteFile) throws {
    #expect(try file.failure(in: .strict) != nil)
  }

  @Test(arguments: SuiteFile.starting(with: "i_"))
  func `an undecided document is treated as documented`(_ file: SuiteFile) throws {
    let expected = try #require(Self.decisions[file.name], "no decision for \(file.name)")
    #expect(try file.failure(in: .strict) == expected.strict)
    #expect(try file.failure(in: .androidState) == expected.androidState)
  }

  @Test func `the page lists every decision`() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    let page = try String(
      contentsOf: folder.appendingPathComponent("docs/formats/json.md"),
      encoding: .utf8
    )
    for (name, decision) in Self.decisions {
      let words = [decision.strict, decision.androidState].map { $0 == nil ? "yes" : "no" }
      let row = "| `\(name.dropLast(5))` | \(words[0]) | \(words[1]) |"
      #expect(page.contains(row), "docs/formats/json.md lacks: \(row)")
    }
  }

  private struct Decision {
    let strict: JSONFailure.Reason?
    let androidState: JSONFailure.Reason?

    /// Accepted by both.
    static let both = Decision(strict: nil, androidState: nil)
    /// Refused by both for the same reason.
    static func neither(_ reason: JSONFailure.Reason) -> Decision {
      Decision(strict: reason, androidState: reason)
    }
    /// Accepted only where the bytes of strings are kept as they are.
    static func kept(_ reason: JSONFailure.Reason) -> Decision {
      Decision(strict: reason, androidState: nil)
    }
  }

  /// Nil means accepted; written down for readers in docs/formats/json.md.
  private static let decisions: [String: Decision] = [
    "i_number_double_huge_neg_exp.json": .both,
    "i_number_huge_exp.json": .both,
    "i_number_neg_int_huge_exp.json": .both,
    "i_number_pos_double_huge_exp.json": .both,
    "i_number_real_neg_overflow.json": .both,
    "i_number_real_pos_overflow.json": .both,
    "i_number_real_underflow.json": .both,
    "i_number_too_big_neg_int.json": .both,
    "i_number_too_big_pos_int.json": .both,
    "i_number_very_big_negative_int.json": .both,
    "i_object_key_lone_2nd_surrogate.json": .both,
    "i_string_1st_surrogate_but_2nd_missing.json": .both,
    "i_string_1st_valid_surrogate_2nd_invalid.json": .both,
    "i_string_UTF-16LE_with_BOM.json": .neither(.unexpectedByte),
    "i_string_UTF-8_invalid_sequence.json": .kept(.invalidUTF8),
    "i_string_UTF8_surrogate_U+D800.json": .kept(.invalidUTF8),
    "i_string_incomplete_surrogate_and_escape_valid.json": .both,
    "i_string_incomplete_surrogate_pair.json": .both,
    "i_string_incomplete_surrogates_escape_valid.json": .both,
    "i_string_invalid_lonely_surrogate.json": .both,
    "i_string_invalid_surrogate.json": .both,
    "i_string_invalid_utf-8.json": .kept(.invalidUTF8),
    "i_string_inverted_surrogates_U+1D11E.json": .both,
    "i_string_iso_latin_1.json": .kept(.invalidUTF8),
    "i_string_lone_second_surrogate.json": .both,
    "i_string_lone_utf8_continuation_byte.json": .kept(.invalidUTF8),
    "i_string_not_in_unicode_range.json": .kept(.invalidUTF8),
    "i_string_overlong_sequence_2_bytes.json": .kept(.invalidUTF8),
    "i_string_overlong_sequence_6_bytes.json": .kept(.invalidUTF8),
    "i_string_overlong_sequence_6_bytes_null.json": .kept(.invalidUTF8),
    "i_string_truncated-utf-8.json": .kept(.invalidUTF8),
    "i_string_utf16BE_no_BOM.json": .neither(.unexpectedByte),
    "i_string_utf16LE_no_BOM.json": .neither(.unexpectedByte),
    "i_structure_500_nested_arrays.json": .both,
    "i_structure_UTF-8_BOM_empty_object.json": .kept(.byteOrderMark),
  ]
}
