import Foundation
import PushHub
import Testing

/// The code of the article on writing an observer.
@MainActor
struct ObserverSnippets {
  @Test func `what a feature keeps is there after another launch`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "favourites.json")
    let app = FavouritesApp(store: FileStore(url: url))
    app.lifecycle.setAccount("ann")
    try app.receive("a-1")
    #expect(try app.favourites.articles(of: "ann") == ["a-1"])
    #expect(try FavouritesApp(store: FileStore(url: url)).favourites.articles(of: "ann") == ["a-1"])
  }

  @Test func `what a feature keeps survives a store that fails for now`() throws {
    let store = PlannedStore(["ann": ["a-1"] as Set])
    store.loadFails = true
    let app = FavouritesApp(store: store)
    app.lifecycle.setAccount("ann")
    try app.receive("a-2")
    #expect(throws: PlannedStore<[String: Set<String>]>.Full.self) {
      try app.favourites.articles(of: "ann")
    }
    #expect(store.value == ["ann": ["a-1"]])
    (store.loadFails, store.saveFails) = (false, true)
    try app.receive("a-3")
    #expect(try app.favourites.articles(of: "ann") == ["a-1", "a-2", "a-3"])
    store.saveFails = false
    app.lifecycle.setPhase(.active)
    #expect(store.value == ["ann": ["a-1", "a-2", "a-3"]])
  }

  @Test func `what a feature keeps is its account's`() throws {
    let store = PlannedStore<[String: Set<String>]>()
    let app = FavouritesApp(store: store)
    try app.receive("a-1")
    app.lifecycle.setAccount("ann")
    try app.receive("a-2")
    app.lifecycle.setAccount("bob")
    try app.receive("a-3")
    #expect(store.value == ["ann": ["a-2"], "bob": ["a-3"]])
    #expect(try app.favourites.articles(of: "ann") == ["a-2"])
  }

  @Test func `a feature is asked about the tap that came before it`() async throws {
    let clock = ManualScheduler()
    let manager = NotificationManager(scheduler: clock)
    manager.didFinishLaunching(with: try payload(#"{"aps":{},"order":"A-1"}"#))
    let feature = OrderFeature()
    let host = PluginHost(
      context: PluginContext(push: manager, lifecycle: AppLifecycle(), scheduler: clock)
    )
    try host.install(feature, named: "orders")
    await clock.settle()
    #expect(feature.shownOrders == ["A-1"])
    #expect(feature.arrivalCount == 1)
    host.removeAll()
    manager.open(try payload(#"{"aps":{},"order":"A-2"}"#))
    await clock.settle()
    #expect(feature.shownOrders == ["A-1"])
  }

  @Test func `a feature says what it does, and what is true of it`() throws {
    let hub = Hub()
    let likes = Likes()
    var heard: [Like] = []
    likes.log = { heard.append($0) }
    hub.manager.add(likes)
    hub.manager.receive(try payload(#"{"aps":{},"likedBy":"Ann"}"#), via: .remote)
    #expect(heard.map(\.words) == ["Ann likes it"])
    #expect(likes.facts.map(\.value) == [.number(JSONNumber(1))])
  }

  @Test func `a feature works in the background`() async throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    let prefetcher = Prefetcher()
    manager.add(prefetcher)
    #expect(await manager.deliver(try payload(#"{"aps":{},"article":"a"}"#)) == .newData)
    #expect(await manager.deliver(try payload(#"{"aps":{"badge":1}}"#)) == .noData)
  }

  @Test func `a feature works for an answer`() async throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    let store = ArticleStore()
    let replier = Replier { _ = try await store.prefetch($0) }
    manager.add(replier)
    let reply = PushResponse(action: .custom("reply"), reply: "Yes")
    await manager.deliver(try payload(#"{"aps":{}}"#), response: reply)
    #expect(await store.articles == ["Yes"])
  }

  @Test func `a feature has a say over banners`() throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    let quiet = QuietForPassive()
    manager.add(quiet)
    let passive = try payload(#"{"aps":{"interruption-level":"passive"}}"#)
    #expect(manager.present(passive).options == [.list, .badge])
    let history = PresentationHistory()
    manager.add(history)
    #expect(manager.present(try payload(#"{"aps":{}}"#)).options == .all)
    #expect(
      history.lines == [
        "push-2: banner, list, sound, badge, nobody had an opinion, so the app's default holds"
      ]
    )
  }

  @Test func `a feature reads what Apple documents and what the app has put beside it`() throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    let news = OrderNews()
    manager.add(news)
    let aps = #"{"alert":{"title":"Pizza"},"interruption-level":"time-sensitive"}"#
    manager.receive(try payload(#"{"aps":\#(aps),"order":"A-1","total":12.5}"#), via: .remote)
    #expect(news.lines == ["!Pizza: 12.5"])
  }

  @Test func `a feature follows the page that the user is looking at`() {
    let lifecycle = AppLifecycle()
    let pauser = PlayerPauser()
    lifecycle.add(pauser)
    lifecycle.setPhase(.active)
    lifecycle.pageAppeared("player")
    #expect(pauser.isPlaying)
    lifecycle.overlayAdded()
    #expect(!pauser.isPlaying)
  }
}

/// An app with a feature that keeps something.
@MainActor
private struct FavouritesApp {
  let hub = Hub()
  let lifecycle = AppLifecycle()
  let favourites: Favourites

  init(store: any Store<[String: Set<String>]>) {
    favourites = Favourites(store: store)
    PluginContext(push: hub.manager, lifecycle: lifecycle, scheduler: hub.scheduler)
      .attach(favourites)
  }

  func receive(_ article: String) throws {
    let payload = try PushPayload(json: #"{"aps":{},"article":"\#(article)"}"#.utf8)
    hub.manager.receive(payload, via: .remote)
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
    isPlaying = state.isLooking(at: "player")
  }

  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    isPlaying = state.isLooking(at: "player")
  }
}

final class OrderFeature: PushPlugin, PushObserver, PushResponder {
  let interests: Set<PushEvent.Kind> = [.received]
  private(set) var arrivalCount = 0
  private(set) var shownOrders: [String] = []

  func receive(_ event: PushEvent) {
    arrivalCount += 1
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let order = push.payload["order"]?.stringValue else { return false }
    shownOrders.append(order)
    return true
  }
}

actor ArticleStore {
  private(set) var articles: Set<String> = []

  /// - Returns: Whether it is new.
  func prefetch(_ article: String) async throws -> Bool {
    articles.insert(article).inserted
  }
}

final class Prefetcher: BackgroundPushObserver {
  private let store = ArticleStore()

  func performBackgroundWork(for push: Push) async throws -> FetchResult {
    guard let article = push.payload["article"]?.stringValue else { return .noData }
    return try await store.prefetch(article) ? .newData : .noData
  }
}

final class Replier: PushResponder {
  private let send: @Sendable (String) async throws -> Void

  init(send: @escaping @Sendable (String) async throws -> Void) {
    self.send = send
  }

  func respond(to response: PushResponse, of push: Push) async throws -> Bool {
    guard let text = response.reply else { return false }
    try await send(text)
    return true
  }
}

final class Favourites: PushPlugin, PushObserver, LifecycleObserver {
  private let store: any Store<[String: Set<String>]>
  private var unsaved: [String: Set<String>] = [:]
  private var account: AccountID?

  init(store: any Store<[String: Set<String>]>) {
    self.store = store
  }

  /// The account's articles; throws while they can't be read.
  func articles(of account: AccountID) throws -> Set<String> {
    try load()[account.rawValue, default: []]
      .union(unsaved[account.rawValue, default: []])
  }

  func begin(with state: LifecycleState) {
    account = state.account
    save()
  }

  func receive(_ event: LifecycleEvent, state: LifecycleState) {
    begin(with: state)
  }

  func receive(_ event: PushEvent) {
    guard case .received(let push) = event, let account,
      let article = push.payload["article"]?.stringValue
    else { return }
    unsaved[account.rawValue, default: []].insert(article)
    save()
  }

  /// Adds to what is stored; what fails is tried again after the next event.
  private func save() {
    guard !unsaved.isEmpty, var articles = try? load() else { return }
    articles.merge(unsaved) { $0.union($1) }
    guard (try? store.save(articles)) != nil else { return }
    unsaved = [:]
  }

  private func load() throws -> [String: Set<String>] {
    do {
      return try store.load() ?? [:]
    } catch is DecodingError {
      return [:]
    }
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

  var name: String { isReasonForNothing ? "skipped" : "reminded" }
  var words: String {
    switch self {
    case .reminded: "reminds of an order"
    case .skipped(let reason): "reminds of nothing: \(reason)"
    }
  }
  var isReasonForNothing: Bool { self != .reminded }
}

struct Like: FeatureEvent {
  let liker: String

  let name = "like"
  var fields: KeyValuePairs<String, JSONValue?> { ["by": .string(liker)] }
  var words: String { "\(liker) likes it" }
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
