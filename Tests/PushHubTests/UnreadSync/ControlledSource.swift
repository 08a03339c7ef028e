import PushHub
import PushHubObservers

/// A server that answers when the test says so.
@MainActor
final class ControlledSource: UnreadCountSource {
  struct Failure: RetryAdvice {
    var retryAfter: Duration?
    var isFinal = false
    var logText: String { "503" }
  }

  /// For whom each call asked, in order.
  private(set) var askers: [AccountID] = []

  /// Which calls were cancelled, counted from one.
  private(set) var cancelledCalls: [Int] = []

  private let heedsCancellation: Bool
  private var calls: [Int: CheckedContinuation<UnreadReport, any Error>] = [:]
  private var awaitingCall: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var awaitingCancellation: [CheckedContinuation<Void, Never>] = []

  init(heedsCancellation: Bool = true) {
    self.heedsCancellation = heedsCancellation
  }

  @MainActor
  func unreadCount(for account: AccountID) async throws -> UnreadReport {
    askers.append(account)
    let number = askers.count
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        calls[number] = continuation
        resumeThoseAwaitingCalls()
      }
    } onCancel: {
      Task { await self.noteCancellation(of: number) }
    }
  }

  /// Returns when the source has been called so often.
  func waitForCall(_ number: Int) async {
    guard askers.count < number else { return }
    await withCheckedContinuation { awaitingCall.append((number, $0)) }
  }

  /// Returns when a call has been cancelled.
  func waitForCancellation() async {
    guard cancelledCalls.isEmpty else { return }
    await withCheckedContinuation { awaitingCancellation.append($0) }
  }

  func answer(_ count: Int, call number: Int? = nil) {
    end(number ?? askers.count, .success(UnreadReport(count: count)))
  }

  func fail(_ failure: any Error = Failure(), call number: Int? = nil) {
    end(number ?? askers.count, .failure(failure))
  }

  private func end(_ number: Int, _ result: Result<UnreadReport, any Error>) {
    calls.removeValue(forKey: number)?.resume(with: result)
  }

  private func noteCancellation(of number: Int) {
    cancelledCalls.append(number)
    for continuation in awaitingCancellation {
      continuation.resume()
    }
    awaitingCancellation = []
    if heedsCancellation {
      end(number, .failure(CancellationError()))
    }
  }

  private func resumeThoseAwaitingCalls() {
    for waiter in awaitingCall where waiter.number <= askers.count {
      waiter.continuation.resume()
    }
    awaitingCall.removeAll { $0.number <= askers.count }
  }
}
