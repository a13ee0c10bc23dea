import Locks

/// Shows how far long work has come, without getting into the way of results.
///
/// On a terminal one line is redrawn ten times a second at most; with --plain a line is printed every five seconds;
/// where nobody looks (a pipe, CI) there is nothing at all until the work has taken half a minute, then a line every
/// half minute, so that a log shows that it lives. With --quiet there is nothing.
package final class Progress: Sendable {
  private enum Mode {
    case off
    case redraw
    case lines
  }

  private struct State {
    var done = 0
    var total: Int?
    var detail = ""
    var next: Duration
  }

  private let printer: Printer
  private let label: String
  private let mode: Mode
  private let pause: Duration
  private let elapsed: @Sendable () -> Duration
  private let state: Mutex<State>

  /// Starts to count; nothing is shown yet, since most work is over before a line could be read.
  ///
  /// - Parameters:
  ///   - label: What is being done: `revoke`.
  ///   - total: How much there is; nil if nobody knows.
  ///   - printer: Where it is shown.
  ///   - elapsed: The time since the start, given by tests.
  package init(
    _ label: String,
    of total: Int? = nil,
    on printer: Printer,
    elapsed: (@Sendable () -> Duration)? = nil
  ) {
    self.label = label
    self.printer = printer
    if printer.options.isQuiet {
      mode = .off
    } else {
      mode = printer.canRedraw ? .redraw : .lines
    }
    let first: Duration
    switch (mode, printer.options.isPlain) {
    case (.redraw, _): (first, pause) = (.milliseconds(200), .milliseconds(100))
    case (_, true): (first, pause) = (.seconds(1), .seconds(5))
    default: (first, pause) = (.seconds(30), .seconds(30))
    }
    let start = ContinuousClock.now
    self.elapsed = elapsed ?? { ContinuousClock.now - start }
    state = Mutex(State(total: total, next: first))
  }

  /// Counts on; cheap enough to be called for every file.
  ///
  /// - Parameters:
  ///   - count: How much more is done.
  ///   - total: How much there is, where that is found out on the way.
  ///   - detail: What is being worked on, neutralised here.
  package func advance(by count: Int = 1, of total: Int? = nil, _ detail: String = "") {
    guard mode != .off else { return }
    let now = elapsed()
    let line = state.withLock { state -> String? in
      state.done += count
      if let total { state.total = total }
      state.detail = detail
      guard now >= state.next else { return nil }
      state.next = now + pause
      return text(state, now)
    }
    guard let line else { return }
    switch mode {
    case .off: break
    case .redraw: printer.redraw(cut(line, to: printer.remarkWidth - 1))
    case .lines: printer.prose(line + "\n")
    }
  }

  private func text(_ state: State, _ now: Duration) -> String {
    var parts = [DisplayWidth.pad(label, to: 10)]
    if let total = state.total, total > 0 {
      parts.append("\(Quantity.count(state.done)) of \(Quantity.count(total))")
      if mode == .redraw { parts.append(bar(state.done, total)) }
    } else {
      parts.append(Quantity.count(state.done))
    }
    if mode == .lines { parts.append("after \(Quantity.duration(now))") }
    if !state.detail.isEmpty { parts.append(Neutral.text(state.detail, limit: 120)) }
    return parts.joined(separator: " ")
  }

  private func bar(_ done: Int, _ total: Int) -> String {
    let filled = min(20, max(0, done * 20 / total))
    return String(repeating: "━", count: filled)
      + printer.remarkPaint(.dim, String(repeating: "╌", count: 20 - filled))
  }

  /// A line that is longer than the terminal would wrap, and could not be redrawn.
  private func cut(_ line: String, to width: Int) -> String {
    var used = 0
    var shown = ""
    var isEscape = false
    for character in line {
      if character == "\u{1B}" { isEscape = true }
      if !isEscape {
        used += DisplayWidth.of(String(character))
        guard used <= width else { return shown + (printer.remarkPaint.isOn ? "\u{1B}[0m" : "") }
      } else if character == "m" {
        isEscape = false
      }
      shown.append(character)
    }
    return shown
  }
}
