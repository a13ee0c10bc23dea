import Secrets

/// A text that is nothing as a whole and has a state in its midst, such as the message of a log.
enum LooseValue: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool { Marks.mayOccur(in: bytes) }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    var context = context
    context.path.append(.decoded("text"))
    var loose = LooseStates(context)
    try loose.read(value, before: value.bytes.count) { finding throws(ScanStopped) in
      // Nobody knows what the text around means.
      try emit(finding.withRemoval(.no))
    }
  }
}
