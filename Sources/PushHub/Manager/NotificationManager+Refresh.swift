/// What the app does with the time that the system gives it in the background now and then.
extension NotificationManager {
  /// Lets features do what a push would have asked them for, and returns when they are done, or the
  /// budget is used.
  ///
  /// Each ``BackgroundRefresher`` is asked, all at the same time, under
  /// ``Configuration/backgroundBudget``; what fell due while the app was suspended runs before. Returns
  /// exactly once, whatever features do. A second call while one is under way has the same result.
  /// Cancelling a calling task cuts the work off for all that share it, as if the budget were used up.
  ///
  /// On Apple's systems `BackgroundRefresh` calls it when the system has launched the app for that.
  ///
  /// - Returns: The features' results, merged by ``Configuration/fetchResultPolicy``; no data if there
  ///   is no feature to ask.
  public func refresh() async -> FetchResult {
    await refreshDelivery().result()
  }

  /// Notes that the system will not give the app time in the background, and what to do about it.
  func noteRefusedRefresh(_ advice: String) {
    counts.refusedRefreshes += 1
    note(.refusedRefresh, advice)
  }

  private func refreshDelivery() -> BackgroundDelivery {
    if let delivery = backgroundRefresh {
      counts.sharedRefreshes += 1
      note(.sharedRefresh, "a refresh is under way already, and is the answer")
      return delivery
    }
    counts.refreshes += 1
    let delivery = makeDelivery(about: nil, configuration.fetchResultPolicy)
    backgroundRefresh = delivery
    scheduler.runDueActions()
    delivery.whenFinished { [weak self] result in
      self?.backgroundRefresh = nil
      self?.note(.refreshed, "\(result)")
    }
    ask((any BackgroundRefresher).self, for: delivery) {
      try await $0.performBackgroundRefresh()
    }
    return delivery
  }
}
