import PushHub

extension Scheduler {
  /// Runs an action on the main actor once the task that it gives has been cancelled.
  ///
  /// For what is told where nobody is on the main actor, or may be: by observation, or from a
  /// `deinit`. Cancelling is allowed everywhere, and whoever simulates time waits for work that was
  /// cancelled, so that the action has run when `ManualScheduler.settle()` returns.
  func whenCancelled(_ action: @escaping @MainActor () -> Void) -> Task<Void, Never> {
    perform {
      let (endless, continuation) = AsyncStream.makeStream(of: Never.self)
      await self.standBy {
        for await _ in endless {}
      }
      withExtendedLifetime(continuation) {}
      action()
    }
  }
}
