import Testing

@testable import pushhub_demo

extension LiveAppTests {
  @Test(arguments: [
    ("b", "The app is in the background."), ("m", "A menu covers the page."),
    ("2s", "No account is signed in."), ("3", "On notifications"), ("p", "▸ one"),
    ("pm", "▸ one"), ("p2", "▸ one"), ("3c", "│ Screenshot of the page"), ("2p", "▸ one"),
    ("2pw", "● one"), ("2pt", "○ one"),
  ])
  func `a page shows what is there, under a banner or a preview`(keys: String, line: String) async {
    await press(keys)
    #expect(lines(width: 60, height: 30)[3] == " " + line)
  }

  @Test func `a push with keys in place of texts, and one that could command the terminal`() async {
    receive(
      #"{"aps":{"alert":{"title-loc-key":"INVITE","title-loc-args":["Mira"],"loc-key":"TEXT"}}}"#
    )
    receive(#"{"aps":{"alert":"\u001b[2J\u202e日本語"}}"#)
    await press("2ww")
    #expect(
      lines(width: 60, height: 30)[3...4] == [
        #" ● \u{1b}[2J\u{202e}日本語"#, " ● INVITE(Mira)  TEXT()",
      ]
    )
  }
}
