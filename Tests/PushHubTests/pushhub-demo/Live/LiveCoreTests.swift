import Foundation
import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct LiveCoreTests {
  private static let alert = #"{"aps":{"alert":"Hi"}}"#
  private static let silent = #"{"aps":{"content-available":1}}"#
  private static let both = #"{"aps":{"alert":"Hi","content-available":1}}"#

  private static let silence =
    "shows nothing, since the push is silent, and tells the app of it"

  private var core = LiveCore()

  init() {
    _ = core.start()
  }

  @Test func `the app starts active, on its first tab, with somebody signed in`() {
    var core = LiveCore()
    let inputs = core.start().inputs
    #expect(
      inputs.map(\.key) == ["launch", "app", "app", "page", "countdown", "unread", "account"]
    )
    #expect(inputs.last == .account("alice"))
    #expect(core.isForeground)
    #expect(core.tab == .home)
  }

  @Test func `switching tabs hides one page, then shows the other, with its cells`() {
    var core = core
    let away = core.handle(.show(.reader)).inputs
    #expect(away.map(\.key) == ["countdown", "page", "page"])
    #expect(away[1...] == [.page("home", isVisible: false), .page("reader", isVisible: true)])
    #expect(core.handle(.show(.reader)) == [])
    #expect(core.handle(.showNext).inputs.last?.key == "countdown")
    #expect(core.tab == .home)
    _ = core.handle(.showPrevious)
    #expect(core.tab == .reader)
  }

  @Test func `the background is reached, and left, through the phase between`() {
    var core = core
    #expect(core.handle(.toggleBackground).inputs == [.app(.inactive), .app(.background)])
    #expect(core.handle(.toggleBackground).inputs == [.app(.inactive), .app(.active)])
  }

  @Test(arguments: [LiveAction.show(.reader), .showNext, .toggleMenu, .addOffer])
  func `in the background there is nothing to touch, and that is said`(action: LiveAction) {
    var core = core
    _ = core.handle(.toggleBackground)
    let before = core
    let effects = core.handle(action)
    #expect(effects.inputs == [])
    #expect(effects.count == 1)
    #expect(core == before)
  }

  @Test(arguments: [
    (alert, false, [PushChannel.present]),
    (both, false, [.present, .remote]),
    (silent, false, [.remote]),
    (alert, true, []),
    (both, true, [.remote]),
    (silent, true, [.remote]),
    (#"{"aps":{}}"#, true, [.remote]),
  ])
  func `a push reaches the app by the callbacks that the system would use`(
    json: String,
    isInBackground: Bool,
    channels: [PushChannel]
  ) throws {
    var core = core
    if isInBackground {
      _ = core.handle(.toggleBackground)
    }
    let (effects, isHeard) = core.deliver(try PushPayload(json: Data(json.utf8)))
    #expect(effects.channels == channels)
    #expect(isHeard == !channels.isEmpty)
  }

  @Test func `the server counts and lists a push before the app hears of it`() throws {
    var core = core
    let inputs = core.deliver(try PushPayload(json: Data(Self.alert.utf8))).effects.inputs
    #expect(inputs.map(\.key) == ["unread", "latest", "push"])
    #expect(core.unreadCount == 3)
    #expect(core.subscribed().inputs == [inputs[1]])
  }

  @Test(arguments: [Self.silent, #"{"aps":{}}"#, #"{"aps":{"content-available":1},"k":1}"#])
  func `a silent push is for the app alone: nothing is counted, listed or opened`(
    json: String
  ) throws {
    var core = core
    let before = core
    let effects = core.deliver(try PushPayload(json: Data(json.utf8))).effects
    #expect(effects.inputs.map(\.key) == ["push"])
    #expect(core == before)
    #expect(effects.first == .say(.system, Self.silence))
    #expect(core.handle(.openLatest).inputs == [])
  }

  @Test(arguments: [Self.silent, #"{"aps":{"badge":3}}"#, #"{"aps":{"sound":"ping"}}"#])
  func `a tap opens the latest notification that can be seen`(json: String) throws {
    var core = core
    let seen = try PushPayload(json: Data(Self.alert.utf8))
    _ = core.deliver(seen)
    _ = core.deliver(try PushPayload(json: Data(json.utf8)))
    let opened = core.handle(.openLatest).inputs.compactMap { input in
      if case .open(let payload, _, _) = input { payload } else { nil }
    }
    #expect(opened == [seen])
  }

  @Test func `a push with keys in place of texts shows them as push does`() throws {
    var core = core
    let json = """
      {"aps":{"alert":{"title-loc-key":"GAME_INVITATION","title-loc-args":["Mira"],\
      "loc-key":"GAME_INVITATION_TEXT","loc-args":["Mira","chess"]}}}
      """
    _ = core.deliver(try PushPayload(json: Data(json.utf8)))
    #expect(core.inbox.map(\.title) == ["GAME_INVITATION(Mira)"])
    #expect(core.inbox.map(\.body) == ["GAME_INVITATION_TEXT(Mira, chess)"])
  }

  @Test func `a message that is known already counts once, and one without an id each time`() throws
  {
    var core = core
    let named = try PushPayload(json: Data(#"{"aps":{"alert":"1"},"gcm.message_id":"m1"}"#.utf8))
    _ = core.deliver(named)
    let again = core.deliver(named).effects
    #expect(again.inputs.map(\.key) == ["push"])
    #expect(core.unreadCount == 3)
    let nameless = try PushPayload(json: Data(Self.alert.utf8))
    let requests = (1...2).flatMap { _ in core.deliver(nameless).effects.requests }
    #expect(Set(requests).count == 2)
    #expect(core.unreadCount == 5)
  }

  @Test func `while nobody is signed in the server counts and lists nothing`() throws {
    var core = core
    #expect(core.handle(.toggleAccount).inputs == [.account(nil)])
    let effects = core.deliver(try PushPayload(json: Data(Self.alert.utf8))).effects
    #expect(effects.inputs.map(\.key) == ["push"])
    #expect(core.subscribed() == [])
    #expect(core.inbox.isEmpty)
    #expect(core.handle(.toggleAccount).inputs.map(\.key) == ["unread", "account"])
    #expect(core.unreadCount == 2)
    #expect(core.inbox.isEmpty)
  }

  @Test func `opening goes from the latest notification backward, each once, to their tab`() throws
  {
    var core = core
    for body in ["one", "two"] {
      _ = core.deliver(try PushPayload(json: Data(#"{"aps":{"alert":"\#(body)"}}"#.utf8)))
    }
    _ = core.handle(.toggleBackground)
    let inputs = core.handle(.openLatest).inputs
    #expect(inputs.map(\.key) == ["unread", "open", "app", "app", "countdown", "page", "page"])
    #expect(core.tab == .notifications)
    #expect(core.isForeground)
    #expect(core.inbox.map(\.isOpened) == [true, false])
    #expect(core.handle(.openLatest).inputs.map(\.key) == ["unread", "open"])
    #expect(core.unreadCount == 2)
    #expect(core.handle(.openLatest).inputs == [])
  }

  @Test func `a button answers the latest message, each time another one, where the app is`() {
    var core = core
    _ = core.handle(.toggleBackground)
    #expect(core.handle(.pressButton).inputs.map(\.key) == ["unread", "latest"])
    #expect(core.unreadCount == 3)
    let responses = (0..<4).map { _ in core.handle(.pressButton).inputs.compactMap(\.response) }
    #expect(
      responses == [
        [PushResponse(action: .custom("reply"), reply: "On my way.")], [],
        [PushResponse(action: .custom("mark-read"))], [],
      ]
    )
    #expect(core.unreadCount == 3)
    #expect(core.notifications.map(\.isOpened) == [true, true, false])
    #expect(!core.isForeground)
  }

  @Test func `a tap on a banner reads its notification and opens the list`() throws {
    var core = core
    _ = core.deliver(try PushPayload(json: Data(Self.alert.utf8)))
    let swiped = core.touchBanner(.swiped, of: "live-1").inputs
    #expect(swiped == [.banner(.swiped)])
    #expect(core.unreadCount == 3)
    let tapped = core.touchBanner(.tapped, of: "live-1").inputs
    #expect(tapped.map(\.key) == ["unread", "banner", "countdown", "page", "page"])
    #expect(core.unreadCount == 2)
    #expect(core.touchBanner(.tapped, of: nil).inputs == [])
  }

  @Test func `quiet hours hold all day, until they are ended`() {
    var core = core
    let changes = (0..<2).flatMap { _ in core.handle(.toggleQuiet).inputs }
      .compactMap { $0.record(as: QuietChange.self) }
    #expect(changes.map(\.settings.windows.count) == [1, 0])
    #expect(!core.isQuiet)
  }

  @Test func `offers are added to a list that stays short`() {
    var core = core
    for _ in 0..<20 {
      _ = core.handle(.addOffer)
    }
    #expect(core.offers.count == 6)
    #expect(core.offers.last?.name == "Flash sale 20")
  }

  @Test func `memory is bounded, and so is the server's list`() throws {
    var core = core
    let payload = try PushPayload(json: Data(Self.alert.utf8))
    for _ in 0..<200 {
      _ = core.deliver(payload)
    }
    #expect(core.notifications.count == LiveCore.longestMemory)
    let report = core.subscribed().inputs.first?.record(as: LatestNotifications.self)
    let marks = try #require(report).result.get()
    #expect(marks.map(\.id).first == "n200")
    #expect(marks.count == LiveCore.longestList)
  }
}

extension [LiveCore.Effect] {
  /// What happens to the app.
  fileprivate var inputs: [TranscriptInput] {
    compactMap { if case .apply(let input) = $0 { input } else { nil } }
  }

  fileprivate var channels: [PushChannel] {
    inputs.compactMap { if case .push(_, let channel, _) = $0 { channel } else { nil } }
  }

  fileprivate var requests: [String] {
    inputs.compactMap { if case .push(_, _, let request) = $0 { request } else { nil } }
  }
}

extension TranscriptInput {
  fileprivate var response: PushResponse? {
    if case .open(_, let response, _) = self { response } else { nil }
  }
}
