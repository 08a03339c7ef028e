import PushHub
import Testing

/// The code of the article on writing an observer.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ObserverSnippets {
  @Test func `a feature hears the tap that came before it`() throws {
    let manager = NotificationManager(scheduler: ManualScheduler())
    manager.didFinishLaunching(with: try payload(#"{"aps":{},"order":"A-1"}"#))
    let feature = OrderFeature()
    feature.attach(
      to: Subjects(push: manager, lifecycle: AppLifecycle(), scheduler: ManualScheduler())
    )
    #expect(feature.shownOrders == ["A-1"])
    feature.detach()
    manager.open(try payload(#"{"aps":{},"order":"A-2"}"#))
    #expect(feature.shownOrders == ["A-1"])
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
    let replier = Replier(subject: manager) { _ = try await store.prefetch($0) }
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
    #expect(manager.present(passive).options == [])
    #expect(manager.present(try payload(#"{"aps":{}}"#)).options == .all)
  }
}

final class OrderFeature: PushPlugin, PushObserver {
  private(set) var shownOrders: [String] = []
  private var subjects: Subjects?

  func attach(to subjects: Subjects) {
    self.subjects = subjects
    subjects.push.add(self, replay: true)
  }

  func detach() {
    subjects?.push.remove(self)
    subjects = nil
  }

  func receive(_ event: PushEvent) {
    guard case .opened(let push, _) = event, let order = push.payload["order"] else { return }
    shownOrders.append(order.stringValue ?? "")
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

  func receive(_ event: PushEvent) {}

  func performBackgroundWork(for push: Push) async throws -> FetchResult {
    guard let article = push.payload["article"]?.stringValue else { return .noData }
    return try await store.prefetch(article) ? .newData : .noData
  }
}

final class Replier: PushObserver {
  private let subject: any PushSubject
  private let send: @Sendable (String) async throws -> Void

  init(subject: any PushSubject, send: @escaping @Sendable (String) async throws -> Void) {
    self.subject = subject
    self.send = send
  }

  func receive(_ event: PushEvent) {
    guard case .opened(_, let response) = event, let text = response.reply else { return }
    subject.perform(for: self) { [send] in try await send(text) }
  }
}

final class QuietForPassive: PresentationVoter {
  func receive(_ event: PushEvent) {}

  func presentation(of push: Push) -> PresentationVote {
    push.aps.interruptionLevel == .passive ? .suppress(reason: "it can wait") : .noOpinion
  }
}
