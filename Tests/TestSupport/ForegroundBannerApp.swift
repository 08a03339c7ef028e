import PushHub
import PushHubAlerts
import PushHubTesting

/// An app with banners of its own, and a presenter that a test controls.
class ForegroundBannerApp: AppFixture {
  let app: SimulatedApp
  let presenter = BannerPresenterProbe()
  let recorder = PushRecorder()
  let banners: ForegroundBanners
  private(set) var log: [ForegroundBannerEvent] = []

  init(configure: (inout NotificationManager.Configuration) -> Void = { _ in }) {
    app = SimulatedApp(configure: configure)
    banners = ForegroundBanners(presenter: presenter)
    banners.log = { [weak self] in self?.log.append($0) }
    manager.add(recorder)
    lifecycle.setAccount("x")
    lifecycle.setPhase(.active)
    context.attach(banners)
  }

  var outcomes: [ForegroundBannerOutcome] {
    log.compactMap { if case .ended(_, let outcome) = $0 { outcome } else { nil } }
  }

  var refusals: [ForegroundBannerOutcome] {
    log.compactMap { if case .refused(_, let reason) = $0 { reason } else { nil } }
  }

  /// How many responses observers received.
  var openedCount: Int { manager.statistics.opened }

  /// The system asks how to present a push, and the presenter shows its banner.
  @discardableResult
  func present(
    _ text: String = "Hi",
    thread: String? = nil,
    target: String? = nil,
    request: String = "r1"
  ) async -> PresentationDecision {
    let keys = [
      thread.map { #","thread-id":"\#($0)""# }, target.map { #","target-content-id":"\#($0)""# },
    ]
    let json = #"{"aps":{"alert":"\#(text)"\#(keys.compactMap { $0 }.joined())}}"#
    return await present(json: json, request: request)
  }

  @discardableResult
  func present(json: String, request: String = "r1") async -> PresentationDecision {
    let decision = await manager.present(payload(json), requestIdentifier: request)
    await settle()
    return decision
  }

  func touch(_ touch: ForegroundBannerTouch) async {
    banners.shown?.touch(touch)
    await settle()
  }
}

/// A presenter that a test controls.
final class BannerPresenterProbe: ForegroundBannerPresenting {
  struct NoWindow: Error {}

  /// Whether a presentation fails.
  var fails = false

  /// Whether neither a presentation nor a dismissal returns until it may go on.
  var hangs = false

  private(set) var presented: [ForegroundBanner] = []
  private(set) var dismissed: [(id: ForegroundBanner.ID, outcome: ForegroundBannerOutcome)] = []
  private let never = ScheduledCondition()

  /// The texts of the banners that were put on the screen, in order.
  var texts: [String?] { presented.map(\.body) }

  /// Those that were presented and not dismissed.
  var up: [ForegroundBanner.ID] {
    presented.map(\.id).filter { id in !dismissed.contains { $0.id == id } }
  }

  func present(_ banner: ForegroundBanner) async throws {
    if fails { throw NoWindow() }
    presented.append(banner)
    if hangs { await hang() }
  }

  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async {
    dismissed.append((banner.id, outcome))
    if hangs { await hang() }
  }

  private func hang() async {
    try? await never.wait()
  }

  /// Lets everything that hangs return.
  func goOn() {
    hangs = false
    never.signalAll()
  }
}
