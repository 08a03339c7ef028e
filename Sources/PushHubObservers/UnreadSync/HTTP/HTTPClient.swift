import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests over a session of its own, within a time and up to a size.
final class HTTPClient: Sendable {
  private let delegate = HTTPSessionDelegate()
  private let session: URLSession
  private let scheduler: any Scheduler
  private let timeout: Duration
  private let maximumByteCount: Int

  init(configuration: HTTPUnreadCountSource.Configuration, scheduler: any Scheduler) {
    session = URLSession(
      configuration: configuration.session,
      delegate: delegate,
      delegateQueue: nil
    )
    self.scheduler = scheduler
    timeout = configuration.timeout
    maximumByteCount = configuration.maximumByteCount
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Sends a request and waits for the answer, whatever its status.
  ///
  /// - Throws: ``HTTPFailure``, or `CancellationError` when the task is cancelled.
  func answer(to request: URLRequest) async throws -> HTTPAnswer {
    let exchange = HTTPExchange(maximumByteCount: maximumByteCount)
    let task = session.dataTask(with: request)
    delegate.add(exchange, for: task)
    defer {
      delegate.removeHandler(for: task)
      task.cancel()
    }
    let alarm = await scheduler.schedule(after: timeout, tolerance: .seconds(1)) {
      exchange.end(.failure(.timedOut))
    }
    task.resume()
    let outcome = await exchange.outcome()
    await scheduler.cancel(alarm)
    try Task.checkCancellation()
    guard let outcome else { throw CancellationError() }
    return try outcome.get()
  }
}
