import Testing

@testable import pushhub_demo

extension LiveAppTests {
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
