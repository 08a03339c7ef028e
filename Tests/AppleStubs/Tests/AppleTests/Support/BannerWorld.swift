import PushHub
import PushHubAlerts
import PushHubTesting

/// An app with banners of its own.
class BannerWorld: AppFixture {
  let app = SimulatedApp()
  private(set) var log: [ForegroundBannerEvent] = []
  private let banners: ForegroundBanners
  private var count = 0

  init(presenter: some ForegroundBannerPresenting) {
    banners = ForegroundBanners(presenter: presenter)
    banners.log = { [weak self] in self?.log.append($0) }
    lifecycle.setPhase(.active)
    context.attach(banners)
  }

  var outcomes: [ForegroundBannerOutcome] {
    log.compactMap { if case .ended(_, let outcome) = $0 { outcome } else { nil } }
  }

  var failures: [String] {
    log.compactMap { if case .failed(_, let message) = $0 { message } else { nil } }
  }

  func present(title: String = "A", body: String = "B") async {
    count += 1
    let json = #"{"aps":{"alert":{"title":"\#(title)","body":"\#(body)"}}}"#
    _ = await manager.present(payload(json), requestIdentifier: "r\(count)")
    await settle()
  }
}
