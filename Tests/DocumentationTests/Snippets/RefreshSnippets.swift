import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on refreshes in the background.
@MainActor
struct RefreshSnippets: AppFixture {
  let app = SimulatedApp()

  @MainActor
  private final class Shop {
    var newOrderCount = 0

    func hasNewOrders() async throws -> Bool { newOrderCount > 0 }
  }

  private final class Orders: PushPlugin, BackgroundWorker {
    let shop: Shop

    init(shop: Shop) {
      self.shop = shop
    }

    func performBackgroundWork(for push: Push?) async throws -> FetchResult {
      try await shop.hasNewOrders() ? .newData : .noData
    }
  }

  private func handle(_ manager: NotificationManager, completion: (Bool) -> Void) async {
    let result = await manager.refresh()
    completion(result != .failed)
  }

  @Test func `a feature refreshes in the background`() async throws {
    let shop = Shop()
    try host.install(Orders(shop: shop), named: "orders")
    #expect(await manager.refresh() == .noData)
    shop.newOrderCount = 1
    #expect(await manager.refresh() == .newData)
    var completions: [Bool] = []
    await handle(manager) { completions.append($0) }
    #expect(completions == [true])
  }
}
