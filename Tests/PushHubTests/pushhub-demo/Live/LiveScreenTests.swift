import Foundation
import PushHub
import PushHubObservers
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct LiveScreenTests {
  private var screen = LiveScreen(
    icon: Badge(.number(3)),
    tabs: [Badge(.number(3)), Badge(.dot), .none],
    remaining: [.milliseconds(89_001), .zero, .seconds(14_400)],
    log: [
      line("push m1 received", from: "hub", at: .milliseconds(61_900)),
      line("counts nothing", from: "server", at: .seconds(62)),
    ]
  )

  init() {
    _ = screen.core.start()
  }

  @Test func `a screen shows the head, the tabs with their dots, the page, the log and the keys`() {
    #expect(
      text(width: 60, height: 15) == """
         PushHub live                       alice - active - icon 3
        [1 Home 3]  2 Notifications ●   3 Reader
        ────────────────────────────────────────────────────────────
         Breakfast                       1:30
         Flight to Lisbon                over
         Concert                      4:00:00


        ── Log ─────────────────────────────────────────────────────
            1:01  hub         push m1 received
            1:02  server      counts nothing


         ? h help  q quit  1 2 3 tabs  p push  o open  t w banner
         b background  s account  c screenshot  n new offer  m menu
        """
    )
  }

  @Test func `in the background there are no pages, only the icon`() {
    var screen = screen
    _ = screen.core.handle(.toggleBackground)
    let lines = texts(screen, width: 60, height: 14)
    #expect(lines[0].hasSuffix("alice - background - icon 3 "))
    #expect(lines[1] == " 1 Home 3   2 Notifications ●   3 Reader  ")
    #expect(lines[3] == " The app is in the background.")
    #expect(!lines.contains { $0.contains("Breakfast") })
  }

  @Test func `a menu covers the page, and a page without content says what to do`() {
    var screen = screen
    _ = screen.core.handle(.show(.notifications))
    #expect(texts(screen, width: 60, height: 20)[3] == " No notifications yet.")
    _ = screen.core.handle(.toggleMenu)
    #expect(texts(screen, width: 60, height: 20)[3] == " A menu covers the page.")
  }

  @Test func `a banner is over the page and over a menu`() throws {
    var screen = screen
    screen.banner = LiveNotification(
      try PushPayload(json: Data(#"{"aps":{"alert":{"title":"Mira","body":"Hi"}}}"#.utf8)),
      number: 1,
      isInInbox: true
    )
    _ = screen.core.handle(.toggleMenu)
    let lines = texts(screen, width: 80, height: 24)
    #expect(
      lines[3...5] == [
        " ▸ Mira  Hi", "   t taps it, w swipes it away", " A menu covers the page.",
      ]
    )
  }

  @Test func `notifications show their texts, and which are new`() throws {
    var screen = screen
    for alert in ["{}", #"{"body":"Only a body"}"#, #"{"title":"Mira","body":"Coffee?"}"#] {
      try deliver(alert, to: &screen)
    }
    _ = screen.core.handle(.openLatest)
    try deliver(#"{"title":"\u001b[2J\u202e日本語日本語日本語日本語日本語"}"#, to: &screen)
    #expect(
      texts(screen, width: 40, height: 20)[3...5] == [
        #" ● \u{1b}[2J\u{202e}日本語日本語日本語…"#, "   Mira  Coffee?", " ● Only a body",
      ]
    )
    _ = screen.core.handle(.toggleAccount)
    #expect(texts(screen, width: 60, height: 20)[3] == " No account is signed in.")
    #expect(texts(screen, width: 60, height: 20)[0].contains("signed out"))
  }

  @Test func `a screen fills any size and does not exceed it`() throws {
    var screen = screen
    screen.hasPreview = true
    let long = String(repeating: "日本 long text ", count: 10)
    screen.log.append(Self.line(long, from: "server", at: .zero))
    let small = stride(from: 1, through: 45, by: Exhaustive.choose(9, thorough: 1)).flatMap {
      width in
      stride(from: 1, through: 26, by: Exhaustive.choose(4, thorough: 1)).map { (width, $0) }
    }
    for tab in LiveTab.allCases {
      _ = screen.core.handle(.show(tab))
      for (width, height) in small + [(80, 24), (200, 60), (500, 3), (3, 200)] {
        for isHelpOpen in [false, true] {
          screen.isHelpOpen = isHelpOpen
          let lines = screen.lines(width: width, height: height)
          #expect(lines.count == height, "\(width) × \(height), \(tab)")
          #expect(lines.allSatisfy { $0.width <= width }, "\(width) × \(height), \(tab)")
        }
      }
      try deliver(#"{"title":"日本語"}"#, to: &screen)
    }
  }

  @Test func `the help has all keys, and what closes it`() {
    var screen = screen
    screen.isHelpOpen = true
    let lines = texts(screen, width: 80, height: 24)
    #expect(lines.last?.hasPrefix("── Any key closes ──") == true)
    for entry in LiveKeys.table {
      #expect(lines.contains { $0.hasPrefix(" \(entry.keys) ") })
    }
    #expect(texts(screen, width: 80, height: 5)[3] == " …")
  }

  @Test func `the shortest terminal shows how to quit, one more line the head`() {
    #expect(text(width: 80, height: 2).contains("PushHub live"))
    #expect(text(width: 200, height: 1).contains("q quit"))
  }

  private static func line(
    _ text: String,
    from source: String,
    at time: Duration
  ) -> LiveScreen.Line {
    LiveScreen.Line(time: time, source: source, style: .quiet, text: text)
  }

  private func deliver(_ alert: String, to screen: inout LiveScreen) throws {
    _ = screen.core.deliver(try PushPayload(json: Data(#"{"aps":{"alert":\#(alert)}}"#.utf8)))
  }

  private func texts(_ screen: LiveScreen, width: Int, height: Int) -> [String] {
    screen.lines(width: width, height: height).map {
      $0.text.replacing("\u{A0}", with: " ")
    }
  }

  private func text(width: Int, height: Int) -> String {
    texts(screen, width: width, height: height)
      .map { $0.replacing(#/ +$/#, with: "") }
      .joined(separator: "\n")
  }
}
