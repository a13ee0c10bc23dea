import Secrets

/// How the page looks: on a light screen, on a dark one, on paper.
enum HTMLStyle {
  static let css: String = {
    let widths = (0...100).map { ".w\($0){width:\($0)%}" }.joined()
    return """
      :root{color-scheme:light dark;--ink:#1b1b1b;--page:#fff;--line:#ccc;--soft:#f2f2f2;--critical:#8e0038;\
      --high:#b3261e;--medium:#8a5a00;--low:#275d8c;--info:#555}
      @media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--page:#161616;--line:#444;--soft:#222;\
      --critical:#ff8ab3;--high:#ff8a80;--medium:#ffc266;--low:#8ec5ff;--info:#aaa}}
      @media print{:root{--ink:#000;--page:#fff;--line:#888;--soft:#fff;--critical:#8e0038;--high:#b3261e;\
      --medium:#8a5a00;--low:#275d8c;--info:#555}tr{break-inside:avoid}body{max-width:none;padding:0}}
      body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:72rem;margin:auto;\
      padding:1rem}
      table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}
      caption{text-align:left;font-weight:bold;padding:.3rem 0}
      th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line);\
      overflow-wrap:break-word}
      tbody th,.u{overflow-wrap:anywhere;min-width:8rem}
      thead th{background:var(--soft)}
      .n{text-align:right;white-space:nowrap}
      .chart{width:18%}
      .scroll{overflow-x:auto}
      @media (max-width:40rem){.chart{display:none}th,td{padding:.3rem;font-size:.875rem}}
      @media print{.scroll{overflow:visible}.chart{display:none}th,td{font-size:.8rem}}
      .bar{display:block;min-width:2px;height:1rem;background:currentColor;border:1px solid currentColor;\
      box-sizing:border-box;print-color-adjust:exact;-webkit-print-color-adjust:exact}
      .critical{color:var(--critical)}.high{color:var(--high)}.medium{color:var(--medium)}.low{color:var(--low)}\
      .info{color:var(--info)}
      ul{margin:0;padding-left:1.2rem}
      \(widths)
      """
  }()

  /// Only this very style may be applied, and nothing may be loaded or run.
  static var policy: String {
    let digest = Fingerprint(of: Array(css.utf8).span).bytes
    return
      "default-src 'none'; style-src 'sha256-\(base64(digest))'; base-uri 'none'; form-action 'none'"
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(part) + [UInt8](repeating: 0, count: 3 - part.count)
      let word = padded.reduce(0) { $0 << 8 | Int($1) }
      for (place, shift) in [18, 12, 6, 0].enumerated() {
        text.append(place > part.count ? UInt8(ascii: "=") : alphabet[word >> shift & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
