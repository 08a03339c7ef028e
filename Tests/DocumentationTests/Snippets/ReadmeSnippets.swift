import Foundation
import Observation
import PushHub
import PushHubAlerts
import PushHubBackend
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubScripts
import PushHubTesting
import Testing

/// The code of the README that needs none of Apple's frameworks.
@MainActor
struct ReadmeSnippets {
  enum Feature {
    @Observable
    final class Gates: PushPlugin, PushObserver {
      private(set) var byFlight: [String: String] = [:]

      func receive(_ event: PushEvent) {
        guard case .received(let push) = event, let flight = push.payload["flight"]?.stringValue
        else { return }
        byFlight[flight] = push.payload["gate"]?.stringValue
      }
    }
  }

  @Test func `a push is sent to a feature of a simulated app`() throws {
    typealias Gates = Feature.Gates
    let app = SimulatedApp()
    let gates = Gates()
    try app.host.install(gates, named: "gates")

    let json = #"{"aps":{"alert":"Gate change"},"flight":"PH7","gate":"B12"}"#
    app.manager.receive(try PushPayload(json: json.utf8), via: .remote)
    #expect(gates.byFlight == ["PH7": "B12"])
  }

  @Test func `an app records itself, and sets its account`() throws {
    let hub = SimulatedApp()
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try TranscriptFile(at: url)
    let recorder = TranscriptRecorder(writingTo: file)
    try hub.host.install(recorder, named: "recorder")  // first, so that it records everything

    hub.lifecycle.setAccount("alice")

    let transcript = try Transcript(Data(contentsOf: url), vocabulary: ReadyMadeScripts.records)
    #expect(transcript.records.count == 1)
  }

  /// The lines of the table, which create features and use them.
  @Test func `each ready-made feature is a line`() throws {
    let app = SimulatedApp()
    let (scheduler, template) = (app.clock, "https://api.example.com/accounts/{account}/news")
    let badges = BadgeTree(scheduler: scheduler)
    let unread = try unread(source: HTTPUnreadCountSource(template: template, scheduler: scheduler))
    badges.connect(unread, to: "tabs/chat")
    let source = try EventSource(template: template, scheduler: scheduler)
    let store = MemoryStore<[String: ReadMark]>()
    let dot = BadgeDot(source: source, store: store, configuration: .init(listPage: "news"))
    try app.host.install(dot, named: "dot")
    #expect(!dot.badge.isKnown)
    let category = NotificationCategory(identifier: "order", buttons: ["again": "Order Again"])
    #expect(category.actions.map(\.title) == ["Order Again"])
    let rules = QuietRules()
    let tomorrow = scheduler.date + 86_400
    rules.mute(.thread("orders"), until: tomorrow)
    #expect(rules.settings.mutes.count == 1)
  }

  private func unread(source: some UnreadCountSource) -> UnreadSync {
    UnreadSync(source: source, configuration: .init(trackedPages: ["home"]))
  }

  private func others(
    _ registration: DeviceRegistration,
    following liveActivities: LiveActivities,
    sending receipts: (outbox: Outbox, endpoint: any ReceiptEndpoint),
    _ reminders: LocalNotifications,
    _ policy: PermissionPolicy,
    _ presenter: any ForegroundBannerPresenting,
    _ delivered: DeliveredNotifications
  ) -> [any PushPlugin] {
    registration.follow(liveActivities)
    registration.subscribe("news")
    registration.subscribe("news", for: "bob")
    registration.withdraw("bob")
    registration.register("bob")
    delivered.remove([.thread("t1")])
    policy.requestIfAppropriate()
    let (text, delay) = ("Your cart is waiting.", Duration.seconds(3_600))
    reminders.schedule(LocalNotification(id: "cart", body: text, trigger: .after(delay)))
    let (outbox, endpoint) = receipts
    return [
      PushReceipts(outbox: outbox, endpoint: endpoint), ForegroundBanners(presenter: presenter),
    ]
  }
}
