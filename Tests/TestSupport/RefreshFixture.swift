import PushHub

/// A suite in which the system gives the app time in the background.
@MainActor
protocol RefreshFixture: AppFixture {
  /// What came of the refreshes that have ended.
  var results: Holder<[FetchResult]> { get }
}

extension RefreshFixture {
  func refresh() async {
    clock.perform { [manager, results] in
      results.value.append(await manager.refresh())
    }
    await settle()
  }
}
