import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

@Suite(.timeLimit(.minutes(5)))
struct LiveScreenTests {
  private static let tabs = [
    LiveScreen.Tab(title: "Home", badge: Badge(.number(3, isCapped: false)), isSelected: true),
    LiveScreen.Tab(title: "Notifications", badge: Badge(.dot)),
    LiveScreen.Tab(title: "Reader"),
  ]

  private var screen = LiveScreen(
    account: "alice",
    icon: Badge(.number(3, isCapped: false)),
    tabs: tabs,
    page: .offers([
      LiveScreen.Offer(name: "Breakfast", remaining: .milliseconds(89_001)),
      LiveScreen.Offer(name: "Concert", remaining: .zero),
    ]),
    log: [
      LiveLogLine(
        time: .milliseconds(61_900),
        speaker: .part("hub", colour: 34),
        text: "push m1 received"
      ),
      LiveLogLine(time: .seconds(62), speaker: .server, text: "counts nothing"),
    ]
  )

  @Test func `a screen shows the head, the tabs with their dots, the page, the log and the keys`() {
    #expect(
      text(width: 60, height: 14) == """
         PushHub live                       alice - active - icon 3
        [1 Home 3]  2 Notifications ●   3 Reader
        ────────────────────────────────────────────────────────────
         Breakfast                        1:30
         Concert                          over



        ── What was heard ──────────────────────────────────────────
            1:01  hub         push m1 received
            1:02  server      counts nothing

         q quit  1-3 tabs  p push  o open  b background  s sign out
         c screenshot  n new offer  m menu
        """
    )
  }

  @Test func `without Unicode the same is said in ASCII`() {
    let lines = screen.lines(width: 60, height: 14, look: Look(isUnicode: false))
    #expect(lines.allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
    #expect(lines[1].text.contains("2 Notifications *"))
  }

  @Test func `in the background there are no pages, and the icon is what is seen`() {
    var screen = screen
    screen.phase = .background
    let lines = screen.lines(width: 60, height: 14, look: Look()).map(\.text)
    #expect(lines[0].hasSuffix("alice - background - icon 3 "))
    #expect(lines[1] == " 1 Home 3   2 Notifications ●   3 Reader  ")
    #expect(lines[3] == " The app is in the background.")
    #expect(lines.contains { $0.contains("b foreground") })
    #expect(!lines.contains { $0.contains("Breakfast") })
  }

  @Test func `a preview is a card at the foot of the page, and a line where there is no room`() {
    var screen = screen
    screen.hasPreview = true
    screen.page = .article
    let tall = screen.lines(width: 80, height: 24, look: Look()).map(\.text)
    #expect(tall[9] == " │ Screenshot of the page       │")
    #expect(tall[11] == " │ It goes by itself after 10 s │")
    let small = screen.lines(width: 30, height: 12, look: Look()).map(\.text)
    #expect(small.contains("[Screenshot: e edits it, x cl…"))
  }

  @Test func `notifications show what they say, and which are new`() {
    var screen = screen
    screen.page = .notifications([
      LiveScreen.Item(title: "Mira", body: "Coffee?"),
      LiveScreen.Item(title: "", body: "Only a body", isOpened: true),
      LiveScreen.Item(title: "", body: ""),
    ])
    #expect(
      screen.lines(width: 60, height: 20, look: Look()).map(\.text)[3...5] == [
        " ● Mira  Coffee?", "   Only a body", " ● (a push without text)",
      ]
    )
    screen.account = nil
    #expect(screen.lines(width: 60, height: 20, look: Look())[3].text == " Nobody is signed in.")
    #expect(screen.lines(width: 60, height: 20, look: Look())[0].text.contains("signed out"))
  }

  @Test func `a payload's title is cut by columns and cannot command the terminal`() {
    var screen = screen
    screen.page = .notifications([
      LiveScreen.Item(title: "\u{1B}[2J\u{202E}日本語日本語日本語日本語日本語日本語", body: "x")
    ])
    let line = screen.lines(width: 40, height: 20, look: Look())[3]
    #expect(line.text == #" ● \u{1b}[2J\u{202e}日本語日本語日本語…"#)
    #expect(line.width <= 40)
  }

  @Test func `the latest of the log stays when there is no room for all`() {
    var screen = screen
    screen.log = (1...50).map {
      LiveLogLine(time: .seconds($0), speaker: .demo, text: "line \($0)")
    }
    let lines = screen.lines(width: 80, height: 24, look: Look()).map(\.text)
    #expect(lines[21].hasSuffix("line 50"))
    #expect(lines[14].hasSuffix("line 43"))
  }

  @Test func `any size whatever is filled and not exceeded`() {
    var screen = screen
    screen.hasPreview = true
    let pages: [LiveScreen.Page] = [
      screen.page, .article, .notifications([LiveScreen.Item(title: "日本語", body: "x")]),
    ]
    for (width, height) in (0...45).flatMap({ width in (0...26).map { (width, $0) } }) {
      for page in pages {
        screen.page = page
        let lines = screen.lines(width: width, height: height, look: Look())
        #expect(lines.count == (width == 0 ? 0 : height), "\(width) × \(height)")
        #expect(lines.allSatisfy { $0.width <= width }, "\(width) × \(height)")
      }
    }
  }

  @Test func `the shortest terminal still says how to leave, one line more who is signed in`() {
    #expect(text(width: 80, height: 2).contains("PushHub live"))
    #expect(text(width: 200, height: 1).contains("q quit"))
  }

  private func text(width: Int, height: Int) -> String {
    screen.lines(width: width, height: height, look: Look())
      .map(\.text)
      .map { $0.replacing(#/ +$/#, with: "") }
      .joined(separator: "\n")
  }
}
