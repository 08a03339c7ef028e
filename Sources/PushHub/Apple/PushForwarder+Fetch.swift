#if canImport(UserNotifications)
/// What every system that waits for a push's result shares.
extension PushForwarder {
  /// Lets observers and perhaps another library work on a push, and tells what came of it, once.
  func fetch(
    _ payload: PushPayload,
    alongside other: ((@escaping @Sendable (FetchResult) -> Void) -> Void)?,
    completion: @escaping (FetchResult) -> Void
  ) {
    let manager = self.manager
    let policy = manager.configuration.fetchResultPolicy
    let results = SharedAnswers<FetchResult>(expecting: other == nil ? 1 : 2) {
      completion(policy.merged($0))
    }
    manager.scheduler.perform {
      results.add(await manager.deliver(payload, via: .remote))
    }
    guard let other else { return }
    let answer = SharedAnswer<FetchResult>(
      within: manager.configuration.backgroundBudget,
      on: manager.scheduler,
      remark: { [weak self] in
        self?.log?(DelegateLogEntry($0, by: "The other library", .fetch))
      },
      finish: { results.add($0 ?? .failed) }
    )
    other { result in onMainActor { answer.take(result) } }
  }
}
#endif
