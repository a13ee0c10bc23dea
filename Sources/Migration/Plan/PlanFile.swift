import JSON
package import POSIX
package import Secrets

/// A plan that was read from a file, as far as it can be trusted.
package struct PlanFile: Sendable {
  /// No plan is larger.
  package static let limit = 16 << 20

  /// The plan.
  package let plan: MigrationPlan
  /// The SHA-256 of the file's bytes.
  package let digest: Fingerprint

  /// Reads a plan that its owner alone can have written.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - expected: The digest that it must have, as ``Fingerprint/init(planDigest:)`` reads it.
  /// - Throws: If it is not certain that this is what ``MigrationPlan/encoded`` wrote.
  package init(reading path: Path, expecting expected: Fingerprint? = nil) throws(PlanRefusal) {
    let bytes = try Self.content(of: path)
    digest = bytes.fingerprint
    if let expected, digest != expected {
      throw PlanRefusal(.unexpected(digest: digest.hex), path)
    }
    let root: JSONNode
    do throws(JSONFailure) {
      root = JSONNode(reading: try JSONDocument(parsing: bytes).root)
    } catch {
      throw PlanRefusal(.notJSON("\(error)"), path)
    }
    guard root["schema"]?.text == MigrationPlan.schema else {
      throw PlanRefusal(.unknownSchema(root["schema"]?.text ?? "something else"), path)
    }
    let plan: MigrationPlan
    do throws(PlanMalformed) {
      plan = try MigrationPlan(PlanNode(node: root, place: ""))
    } catch {
      throw PlanRefusal(.malformed(error.place), path)
    }
    // Whoever writes it differently than it is understood (a member twice, an unknown one, another order) changed it.
    guard case .object(let members) = root,
      let stated = root["content_sha256"]?.text,
      case let content = JSONNode.object(members.filter { $0.name != "content_sha256" }).sorted,
      stated == Fingerprint(of: content.encoded().span).hex, content == plan.content.sorted
    else { throw PlanRefusal(.edited, path) }
    self.plan = plan
  }

  private static func content(of path: Path) throws(PlanRefusal) -> SecretBytes {
    let file: File
    let status: FileStatus
    do throws(FileFailure) {
      file = try File.open(path, followLinks: false)
      status = try file.status()
    } catch {
      throw PlanRefusal(error)
    }
    guard status.kind == .regular else {
      throw PlanRefusal(.notAFile(status.kind.rawValue), path)
    }
    guard status.isOwnedByUs else { throw PlanRefusal(.foreignOwner, path) }
    guard !status.isWritableByOthers else { throw PlanRefusal(.writableByOthers, path) }
    do throws(FileFailure) {
      return try file.readAll(limit: limit)
    } catch {
      throw PlanRefusal(error)
    }
  }
}

extension PlanRefusal {
  fileprivate init(_ failure: FileFailure) {
    let reason: Reason =
      switch failure.reason {
      case .tooLarge(let limit): .tooLarge(limit: limit)
      case .unexpectedKind(let kind): .notAFile(kind.rawValue)
      case _ where failure.isNotFound: .missing
      case _ where failure.isLink: .symbolicLink
      default: .unreadable(failure.description)
      }
    self.init(reason, failure.path)
  }
}

extension Fingerprint {
  /// Reads a digest as a person gives it: 64 hex digits, `sha256:` before them or not.
  ///
  /// Nil for anything else, a shortened one included.
  ///
  /// - Parameter text: What was given.
  package init?(planDigest text: String) {
    self.init(hex: text.hasPrefix("sha256:") ? String(text.dropFirst(7)) : text)
  }
}
