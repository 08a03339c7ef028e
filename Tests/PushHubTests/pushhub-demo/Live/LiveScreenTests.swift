import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct LiveScreenTests {
  private static let tabs = [
    LiveScreen.Tab(title: "Home", badge: Badge(.number(3)), isSelected: true),
    LiveScreen.Tab(title: "Notifications", badge: Badge(.dot)),
    LiveScreen.Tab(title: "Reader"),
  ]

  private var screen = LiveScreen(
    account: "alice",
    icon: Badge(.number(3)),
    tabs: tabs,
    page: .offers([
      LiveScreen.Offer(name: "Breakfast", remaining: .milliseconds(89_001)),
      LiveScreen.Offer(name: "Concert", remaining: .zero),
    ])
  )

  init() {
    screen.desk = LiveDesk(features: ["unread"])
    screen.desk.add(
      "push m1 received",
      by: .part("hub", colour: 34),
      at: .milliseconds(61_900)
    )
    screen.desk.add("counts nothing", by: .server, at: .seconds(62))
  }

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


         q quit  ? help  1-3 tabs  p push  o open  b background
         s sign out  c screenshot  n new offer  m menu  / search  …
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
    #expect(tall[8] == " │ Screenshot of the page       │")
    #expect(tall[10] == " │ It goes by itself after 10 s │")
    let small = screen.lines(width: 30, height: 12, look: Look()).map(\.text)
    #expect(small[5] == "[Screenshot: e edits it, x cl…")
    let narrow = screen.lines(width: 30, height: 20, look: Look()).map(\.text)
    #expect(narrow[8...9] == ["[Screenshot: e edits it, x ", " closes it]"])
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
    for number in 1...50 {
      screen.desk.add("line \(number)", by: .demo, at: .seconds(number))
    }
    let lines = screen.lines(width: 80, height: 24, look: Look()).map(\.text)
    #expect(lines[21].hasSuffix("line 50"))
    #expect(lines[14].hasSuffix("line 43"))
  }

  @Test func `any size whatever is filled and not exceeded, whatever is open`() {
    var screen = screen
    screen.hasPreview = true
    screen.desk.add(String(repeating: "日本 long text ", count: 10), by: .server, at: .zero)
    let pages: [LiveScreen.Page] = [
      screen.page, .article, .notifications([LiveScreen.Item(title: "日本語", body: "x")]),
    ]
    let step = Exhaustive.choose(9, thorough: 1)
    let small = stride(from: 0, through: 45, by: step).flatMap { width in
      stride(from: 0, through: 26, by: Exhaustive.choose(4, thorough: 1)).map { (width, $0) }
    }
    let sizes = small + [(80, 24), (200, 60), (500, 3), (3, 200)]
    let opens = ["", "/日", "f", "?", "/t", "/x", "/zz"]
    for (number, (width, height)) in sizes.enumerated() {
      let open = opens[number % opens.count]
      var screen = screen
      screen.page = pages[number / opens.count % pages.count]
      type(open, into: &screen)
      let lines = screen.lines(width: width, height: height, look: Look())
      #expect(lines.count == (width == 0 ? 0 : height), "\(width) × \(height), \(open)")
      #expect(lines.allSatisfy { $0.width <= width }, "\(width) × \(height), \(open)")
    }
  }

  @Test func `a terminal so narrow that the name of the app has no room shows the state`() {
    let line = screen.lines(width: 36, height: 12, look: Look())[0].text
    #expect(line == " alice - active - icon 3 ")
  }

  @Test func `on a small terminal the state, the tabs, the log and the way to help are there`() {
    #expect(
      text(width: 40, height: 12) == """
         PushHub live   alice - active - icon 3
        [1 Home 3]  2 ●   3
        ────────────────────────────────────────
         Breakfast                        1:30
         Concert                          over

        ── What was heard ──────────────────────
         1:01 hub: push m1 received
         1:02 server: counts nothing

         q quit  ? help  1-3 tabs  p push
         o open  b background  s sign out  …
        """
    )
  }

  @Test func `a large terminal has the room for what was heard`() {
    var screen = screen
    for number in 1...100 {
      screen.desk.add("line \(number)", by: .demo, at: .seconds(number))
    }
    let lines = screen.lines(width: 200, height: 60, look: Look()).map(\.text)
    #expect(lines[15].hasPrefix("── What was heard"))
    #expect(lines[58].hasSuffix("line 100"))
    #expect(lines[59].contains("/ search  f filter"))
  }

  @Test func `texts of a page are wrapped, and the last line says that there are more`() {
    var screen = screen
    screen.page = .article
    let lines = screen.lines(width: 40, height: 14, look: Look()).map(\.text)
    #expect(
      lines[3...6] == [
        " On notifications", " A dot says that something is new, a ",
        " number says how much of it.",
        " Neither says that it is worth reading.…",
      ]
    )
  }

  @Test func `who has scrolled back sees how many lines are newer, and how to get there`() {
    var screen = screen
    for number in 1...30 {
      screen.desk.add("line \(number)", by: .demo, at: .seconds(number))
    }
    let room = screen.room(width: 60, height: 14, look: Look())
    #expect(room.log == TextRoom(width: 60, height: 4))
    _ = screen.desk.handle(.pageUp, in: room)
    let lines = screen.lines(width: 60, height: 14, look: Look()).map(\.text)
    #expect(lines[7].hasPrefix("── What was heard ── 3 newer ───"))
    #expect(lines[8].hasSuffix("line 24"))
    #expect(lines[12].hasPrefix(" q quit  ? help  End newest "))
    let narrow = screen.lines(width: 24, height: 14, look: Look()).map(\.text)
    #expect(narrow[7] == "── What was… ── 3 newer ")
  }

  @Test func `a search says what is typed, how many lines have it, and what to do`() {
    var screen = screen
    type("/COUNTS", into: &screen)
    let all = " /COUNTS_  1 of 1   Enter keeps, Esc leaves, up and down go through the hits"
    #expect(bottom(screen, width: 80) == all)
    #expect(bottom(screen, width: 60) == " /COUNTS_  1 of 1   Enter keeps, Esc leaves")
    #expect(bottom(screen, width: 30) == " /COUNTS_  1 of 1")
    #expect(bottom(screen, width: 16) == " /…UNTS_  1 of 1")
    type("!", into: &screen)
    #expect(bottom(screen, width: 40) == " /COUNTS!_  no match")
    _ = screen.desk.handle(.enter, in: screen.room(width: 60, height: 14, look: Look()))
    let lines = screen.lines(width: 60, height: 14, look: Look()).map(\.text)
    #expect(lines[7].hasPrefix("── What was heard ── /COUNTS! no match ──"))
  }

  @Test func `who is hidden is named, and the choice says who speaks`() {
    var screen = screen
    type("f1", into: &screen)
    let lines = screen.lines(width: 60, height: 20, look: Look()).map(\.text)
    #expect(
      lines.suffix(2) == [
        " Esc close  a all  1 [ ] hub  2 [x] unread  3 [x] you ",
        " 4 [x] system  5 [x] server  6 [x] demo ",
      ]
    )
    #expect(lines.contains { $0.hasPrefix("── What was heard ── without hub ──") })
    #expect(!lines.contains { $0.contains("push m1 received") })
    #expect(lines.contains { $0.contains("counts nothing") })
  }

  @Test func `the help has all keys, and says how to read the rest where there is no room`() {
    var screen = screen
    type("?", into: &screen)
    let large = screen.lines(width: 80, height: 24, look: Look()).map(\.text)
    #expect(large.first?.hasPrefix(" 1 2 3      Shows a tab") == true)
    #expect(large.last?.hasPrefix("── Any key closes ──") == true)
    for entry in KeyHelp.entries {
      #expect(large.contains { $0.hasPrefix(" \(entry.keys) ") })
    }
    let small = screen.lines(width: 60, height: 8, look: Look()).map(\.text)
    let count = KeyHelp.rows(width: 60).count
    #expect(small.last?.hasPrefix("── 1-7 of \(count), up and down; other keys close") == true)
    _ = screen.desk.handle(.end, in: screen.room(width: 60, height: 8, look: Look()))
    let end = screen.lines(width: 60, height: 8, look: Look()).map(\.text)
    #expect(end.last?.hasPrefix("── \(count - 6)-\(count) of \(count)") == true)
    #expect(end[6].hasSuffix("keys."))
  }

  @Test func `a paste that does not end is told, with what ends it`() {
    var screen = screen
    screen.isPasteLate = true
    #expect(bottom(screen, width: 80) == " Control-C ends the app: a paste has not ended.")
    for keys in ["?", "/x", "f"] {
      var screen = screen
      type(keys, into: &screen)
      for height in [1, 2, 8, 24] {
        let last = screen.lines(width: 20, height: height, look: Look()).last?.text
        #expect(last == " Control-C ends the…", "\(keys), \(height)")
      }
    }
  }

  @Test func `the shortest terminal still says how to leave, one line more who is signed in`() {
    #expect(text(width: 80, height: 2).contains("PushHub live"))
    #expect(text(width: 200, height: 1).contains("q quit"))
  }

  private func type(_ keys: String, into screen: inout LiveScreen) {
    for key in keys {
      let room = screen.room(width: 60, height: 14, look: Look())
      _ = screen.desk.handle(.character(key), in: room)
    }
  }

  private func bottom(_ screen: LiveScreen, width: Int) -> String {
    screen.lines(width: width, height: 20, look: Look()).last?.text ?? ""
  }

  private func text(width: Int, height: Int) -> String {
    screen.lines(width: width, height: height, look: Look())
      .map(\.text)
      .map { $0.replacing(#/ +$/#, with: "") }
      .joined(separator: "\n")
  }
}
