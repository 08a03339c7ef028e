import PushHub
import PushHubObservers

@testable import TestSupport

/// A server that answers when the test says so.
@MainActor
final class ControlledSource: UnreadCountSource {
  /// For whom each call asked, in order.
  private(set) var askers: [AccountID] = []

  /// Which calls were canceled, counted from one.
  private(set) var cancelledCalls: [Int] = []

  private let heedsCancellation: Bool
  private var calls: [Int: CheckedContinuation<Int, any Error>] = [:]
  private let called = ScheduledCondition()
  private let cancelled = ScheduledCondition()

  init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  @MainActor
  func unreadCount(for account: AccountID) async throws -> Int {
    askers.append(account)
    let number = askers.count
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        calls[number] = continuation
        called.signalAll()
      }
    } onCancel: {
      Task { await self.noteCancellation(of: number) }
    }
  }

  /// Returns when the source has been called so often, or the test's time is over.
  func waitForCall(_ number: Int) async {
    while askers.count < number, !Task.isCancelled {
      try? await called.wait()
    }
  }

  /// Returns when a call has been canceled, or the test's time is over.
  func waitForCancellation() async {
    while cancelledCalls.isEmpty, !Task.isCancelled {
      try? await cancelled.wait()
    }
  }

  func answer(_ count: Int, call number: Int? = nil) {
    end(number ?? askers.count, .success(count))
  }

  func fail(_ failure: any Error = Unavailable(), call number: Int? = nil) {
    end(number ?? askers.count, .failure(failure))
  }

  private func end(_ number: Int, _ result: Result<Int, any Error>) {
    calls.removeValue(forKey: number)?.resume(with: result)
  }

  private func noteCancellation(of number: Int) {
    cancelledCalls.append(number)
    cancelled.signalAll()
    if heedsCancellation {
      end(number, .failure(CancellationError()))
    }
  }
}
