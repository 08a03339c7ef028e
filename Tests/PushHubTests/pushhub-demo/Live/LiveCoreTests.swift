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

  private var core = LiveCore()

  init() {
    _ = core.start()
  }

  @Test(arguments: [LiveAction.show(.reader), .showNext, .toggleMenu, .addOffer])
  func `in the background there is nothing to touch, and the log has a line`(action: LiveAction) {
    var core = core
    _ = core.handle(.toggleBackground)
    let before = core
    let effects = core.handle(action)
    #expect(effects.inputs == [])
    #expect(effects.count == 1)
    #expect(core == before)
  }

  @Test(arguments: [
    (alert, false, [PushCallbackKind.present]),
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
    channels: [PushCallbackKind]
  ) throws {
    var core = core
    if isInBackground {
      _ = core.handle(.toggleBackground)
    }
    let (effects, isReceived) = core.deliver(try PushPayload(json: Data(json.utf8)))
    #expect(effects.channels == channels)
    #expect(isReceived == !channels.isEmpty)
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

  @Test func `the notifications and the server's list are bounded`() throws {
    var core = core
    let payload = try PushPayload(json: Data(Self.alert.utf8))
    for _ in 0..<200 {
      _ = core.deliver(payload)
    }
    #expect(core.notifications.count == LiveCore.mostNotifications)
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

  fileprivate var channels: [PushCallbackKind] {
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
