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
      body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:72rem;margin:auto;\
      padding:1rem;overflow-wrap:anywhere}
      h1{line-height:1.2}h2{font-size:1.15rem;margin:2rem 0 .3rem;break-after:avoid}
      table{border-collapse:collapse;width:100%}
      th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line);\
      overflow-wrap:break-word}
      tbody th,.u,.f{min-width:9rem;overflow-wrap:anywhere}.f{width:40%}
      thead th{background:var(--soft)}
      .n{text-align:right}td.n{white-space:nowrap}
      .chart{width:18%}
      .scroll{overflow-x:auto}
      @media (max-width:40rem){h2{margin-top:1.4rem}.chart{display:none}\
      table,tbody,tr,th,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;\
      clip-path:inset(50%)}tr{border:1px solid var(--line);border-radius:.3rem;margin:.5rem 0;padding:.4rem .6rem}\
      tbody th,td{border:0;padding:.1rem 0;min-width:0;width:auto;font-size:.9rem}\
      td[data-label]::before{content:attr(data-label) ": ";color:var(--info)}.n{text-align:left}}
      @media print{:root{--ink:#000;--page:#fff;--line:#888;--soft:#fff;--critical:#8e0038;--high:#b3261e;\
      --medium:#8a5a00;--low:#275d8c;--info:#555}body{max-width:none;padding:0;font-size:9.5pt;line-height:1.3}\
      h1{font-size:15pt}h2{font-size:11pt;margin:10pt 0 2pt}.scroll{overflow:visible}.chart{display:none}\
      tr{break-inside:avoid}th,td{font-size:8pt;padding:1.5pt 4pt;min-width:0}tbody th{min-width:9rem}.u{min-width:6rem}.f{width:38%}\
      ul{padding-left:.8rem}}
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
