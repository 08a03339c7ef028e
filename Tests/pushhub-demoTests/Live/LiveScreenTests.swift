import Testing

@testable import pushhub_demo

extension LiveAppTests {
  @Test func `a screen shows the head, the tabs, the page, the log and the keys`()
    async
  {
    await press("pp")
    let lines = lines(width: 60, height: 24)
    let rule = String(repeating: "─", count: 60)
    #expect(
      lines[...7] == [
        " PushHub live alice - active - icon 4", "[1 Home 4] 2 Notifications ●  3 Reader ", rule,
        " ▸ one", " Breakfast                   1:27", " Flight to Lisbon            59:57",
        " Concert                     3:59:57", "",
      ]
    )
    #expect(
      lines[11...13] == [
        rule, "0:00:01  unread     requests the count: a push was received",
        "0:00:01  banner     a banner is shown",
      ]
    )
    #expect(
      lines[20...21] == [
        " q quit  1 home  2 notifications  3 reader  p push ",
        " o open the latest  a reply to it  t tap the banner ",
      ]
    )
  }

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

  @Test func `the head has the account, the phase and the quiet hours`() async {
    #expect(lines(width: 60, height: 20)[0] == " PushHub live alice - active - icon 2")
    await press("dsb")
    #expect(
      lines(width: 60, height: 20)[0]
        == " PushHub live signed out - background - quiet - icon empty"
    )
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

  @Test func `long lines of the log are broken between words`() {
    app.log("eins zwei drei vier fünf", from: "system")
    #expect(
      lines(width: 34, height: 24)[17...18] == [
        "0:00:01  system     eins zwei drei", String(repeating: " ", count: 19) + " vier fünf",
      ]
    )
  }

  @Test func `a screen fills any size, and the shortest shows how to quit`() async {
    await press("p")
    for (width, height) in [(1, 1), (3, 200), (9, 5), (40, 12), (80, 24), (200, 60), (500, 3)] {
      #expect(lines(width: width, height: height).count == height)
    }
    #expect(lines(width: 80, height: 1)[0].hasPrefix(" q quit"))
  }
}
