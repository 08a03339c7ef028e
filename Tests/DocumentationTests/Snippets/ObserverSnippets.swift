import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the articles on other roles and on reading a push.
@MainActor
struct ObserverSnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `a feature logs its events, and has facts`() throws {
    let likes = Likes()
    var log: [Like] = []
    likes.log = { log.append($0) }
    manager.add(likes)
    manager.receive(try payload(#"{"aps":{},"likedBy":"Ann"}"#), via: .remote)
    #expect(log.map(\.message) == ["Ann likes it"])
    #expect(likes.facts.map(\.value) == [.number(JSONNumber(1))])
  }

  @Test func `a feature votes on banners`() async throws {
    let quiet = QuietForPassive()
    manager.add(quiet)
    let passive = try payload(#"{"aps":{"interruption-level":"passive"}}"#)
    #expect(await manager.present(passive).options == [.list, .badge])
    let history = PresentationHistory()
    manager.add(history)
    #expect(await manager.present(try payload(#"{"aps":{}}"#)).options == .all)
    #expect(
      history.lines == [
        "push-2: banner, list, sound, badge, no voter had an opinion, so the app's default applies"
      ]
    )
  }

  @Test func `a feature reads Apple's keys and the app's own`() throws {
    let news = OrderNews()
    manager.add(news)
    let aps = #"{"alert":{"title":"Pizza"},"interruption-level":"time-sensitive"}"#
    manager.receive(try payload(#"{"aps":\#(aps),"order":"A-1","total":12.5}"#), via: .remote)
    #expect(news.lines == ["!Pizza: 12.5"])
  }

  @Test func `a feature follows the page that the user is looking at`() {
    let pauser = PlayerPauser()
    lifecycle.add(pauser)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("player")
    #expect(pauser.isPlaying)
    lifecycle.overlayAdded()
    #expect(!pauser.isPlaying)
  }
}

final class OrderNews: PushObserver {
  struct Order: Decodable {
    let order: String
    let total: Double
  }

  let interests: Set<PushEvent.Kind> = [.received]
  private(set) var lines: [String] = []

  func receive(_ event: PushEvent) {
    guard let push = event.push, let order = try? push.decode(Order.self) else { return }
    let isUrgent = push.aps.interruptionLevel == .timeSensitive
    lines.append("\(isUrgent ? "!" : "")\(push.aps.title ?? "Order"): \(order.total)")
  }
}

final class PresentationHistory: PushDiagnosticsObserver {
  private(set) var lines: [String] = []

  func receive(_ decision: PresentationDecision) {
    lines.append("\(decision.push.id): \(decision.options), \(decision.explanation)")
  }
}

final class PlayerPauser: LifecycleObserver {
  private(set) var isPlaying = false

  func begin(with state: LifecycleState) {
    isPlaying = state.isFocused("player")
  }

  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    isPlaying = state.isFocused("player")
  }
}

final class QuietForPassive: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote {
    push.aps.interruptionLevel == .passive
      ? .limit(to: [.list, .badge], reason: "it can wait") : .noOpinion
  }
}

enum OrderReminderEvent: FeatureEvent {
  case reminded
  case skipped(reason: String)

  var message: String {
    switch self {
    case .reminded: "reminds of an order"
    case .skipped(let reason): "reminds of nothing: \(reason)"
    }
  }
  var isSkip: Bool { self != .reminded }
}

struct Like: FeatureEvent {
  let liker: String

  let name = "like"
  var fields: KeyValuePairs<String, JSONValue?> { ["by": .string(liker)] }
  var message: String { "\(liker) likes it" }
}

final class Likes: LoggingPlugin, PushObserver {
  var log: ((Like) -> Void)?
  private var count = 0

  var facts: [(name: String, value: JSONValue)] { [("likes", .number(JSONNumber(count)))] }

  func receive(_ event: PushEvent) {
    guard case .received(let push) = event, let liker = push.payload["likedBy"]?.stringValue
    else { return }
    count += 1
    log?(Like(liker: liker))
  }
}
