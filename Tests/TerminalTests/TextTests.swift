import Terminal
import Testing

@Suite struct `Text from outside` {
  @Test(arguments: [
    ("plain", "plain"), ("é ü 日本", "é ü 日本"),
    ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\r\nb\tc\u{0}", "a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}"),
    ("\u{202E}evil\u{2066}\u{200F}", "\u{FFFD}evil\u{FFFD}\u{FFFD}"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d"),
    ("z\u{200B}w\u{FEFF}\u{E0041}", "z\u{FFFD}w\u{FFFD}\u{FFFD}"),
  ])
  func `loses what a terminal would act on`(text: String, shown: String) {
    #expect(Neutral.text(text) == shown)
    #expect(Neutral.text(Array(text.utf8)) == shown)
  }

  @Test func `is bounded, also in a single character of many marks`() {
    #expect(Neutral.text(String(repeating: "a", count: 500), limit: 10) == "aaaaaaaaaa…")
    let pile = "e" + String(repeating: "\u{301}", count: 5000)
    #expect(Neutral.text(pile, limit: 20).unicodeScalars.count == 21)
    #expect(Neutral.text(Array(repeating: 0xFF, count: 1 << 20)).unicodeScalars.count == 201)
  }

  @Test(arguments: [
    ("audt", false), ("https://id.example.com/realms/a1b2c3", false),
    ("shared_prefs/AuthState123.xml", false), ("a-rather-long-word-without-digits", false),
    ("v1.MRrtNh8c0Zq5sJ2a9eKx", true), ("0123456789abcdef0123456789abcdef", true),
  ])
  func `that may be a secret is told from words and paths`(text: String, isSecret: Bool) {
    #expect(Neutral.looksSecret(text) == isSecret)
  }
}

@Suite struct `Wrapping` {
  @Test func `breaks at blanks, keeps long words whole and hangs further lines`() {
    #expect(Wrap.lines("one two three four", width: 9) == ["one two", "three", "four"])
    #expect(
      Wrap.lines("a https://very.long.example/x b", width: 8)
        == ["a", "https://very.long.example/x", "b"]
    )
    #expect(Wrap.lines("one two", width: 7, indent: "- ", hanging: "  ") == ["- one", "  two"])
    #expect(Wrap.lines("", width: 10) == [""])
  }

  @Test func `counts what a terminal shows, not bytes`() {
    #expect(DisplayWidth.of("日本") == 4)
    #expect(DisplayWidth.of("e\u{301}") == 1)
    #expect(DisplayWidth.of("…·→━") == 4)
    #expect(DisplayWidth.of("🔑") == 2)
    #expect(DisplayWidth.pad("日", to: 4) == "日  ")
    #expect(DisplayWidth.pad("7", to: 3, trailing: true) == "  7")
  }

  @Test func `puts a term that is too long on a line of its own`() {
    #expect(Wrap.definition("-x", "text", column: 8, width: 40) == "  -x    text\n")
    #expect(Wrap.definition("--long", "text", column: 8, width: 40) == "  --long\n        text\n")
  }
}

@Suite struct `Rows in columns` {
  @Test func `are as wide as their widest cell, and the last one wraps under itself`() {
    var columns = Columns()
    columns.add("pass", "23", "discovery and more words than fit")
    columns.add(Columns.Cell("fail", .bad), "2", "short")
    #expect(
      columns.rendered(width: 30) == """
          pass  23  discovery and more
                    words than fit
          fail  2   short

        """
    )
  }

  @Test func `colour the word and nothing else, and align numbers`() {
    var columns = Columns(indent: "", trailing: [1])
    columns.add(Columns.Cell("high", .high), "7", "x")
    columns.add(Columns.Cell("low", .low), "12", "y")
    #expect(columns.rendered(width: 80) == "high   7  x\nlow   12  y\n")
    #expect(
      columns.rendered(width: 80, paint: Paint(isOn: true)).contains("\u{1B}[31mhigh\u{1B}[0m   7")
    )
  }

  @Test func `neutralise their cells`() {
    var columns = Columns()
    columns.add("a\u{1B}[2J", "b\nc")
    #expect(columns.rendered(width: 80) == "  a\u{FFFD}[2J  b\u{FFFD}c\n")
  }
}

@Suite struct `Numbers for people` {
  @Test func `have their thousands set apart and the right noun`() {
    #expect(Quantity.count(0) == "0")
    #expect(Quantity.count(999) == "999")
    #expect(Quantity.count(1204) == "1,204")
    #expect(Quantity.count(-1_234_567) == "-1,234,567")
    #expect(Quantity.count(1, "file") == "1 file")
    #expect(Quantity.count(1204, "file") == "1,204 files")
    #expect(Quantity.count(2, "copy", "copies") == "2 copies")
  }

  @Test(arguments: [
    (0, "0 B"), (512, "512 B"), (999, "999 B"), (1000, "1 kB"), (4100, "4.1 kB"),
    (312_000_000, "312 MB"), (999_600, "1 MB"), (1_500_000_000, "1.5 GB"),
    (Int.max, "9.2 EB"),
  ])
  func `say amounts of bytes`(bytes: Int, text: String) {
    #expect(Quantity.bytes(bytes) == text)
  }

  @Test(
    arguments: [
      (.milliseconds(0), "0 ms"), (.microseconds(300), "1 ms"), (.milliseconds(400), "0.4 s"),
      (.milliseconds(1100), "1.1 s"), (.seconds(14), "14 s"), (.milliseconds(59_600), "1 min"),
      (.seconds(185), "3 min 5 s"), (.seconds(7800), "2 h 10 min"), (.seconds(360_000), "4 d 4 h"),
    ] as [(Duration, String)]
  )
  func `say spans of time`(duration: Duration, text: String) {
    #expect(Quantity.duration(duration) == text)
  }
}

@Suite struct `Suggestions` {
  @Test func `are the nearest word, or none if it is far`() {
    let words = ["audit", "preflight", "plan", "login", "logout"]
    #expect(Nearest.to("audt", in: words) == "audit")
    #expect(Nearest.to("logn", in: words) == "login")
    #expect(Nearest.to("pre", in: words) == "preflight")
    #expect(Nearest.to("planer", in: words) == "plan")
    #expect(Nearest.to("x", in: words) == nil)
    #expect(Nearest.to("banana", in: words) == nil)
  }

  @Test func `count a swap of neighbours as one mistake`() {
    #expect(Nearest.distance(Array("ab".utf8), Array("ba".utf8)) == 1)
    #expect(Nearest.distance(Array("kitten".utf8), Array("sitting".utf8)) == 3)
    #expect(Nearest.distance([], Array("abc".utf8)) == 3)
  }
}
