package import Foundation
package import PushHub
import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// Sends requests over a session of its own, within a time and up to a size.
package final class HTTPClient: Sendable {
  private let delegate = HTTPSessionDelegate()
  private let session: URLSession
  private let scheduler: any Scheduler
  private let timeout: Duration
  private let maximumByteCount: Int

  package init(configuration: HTTPConfiguration, scheduler: any Scheduler) {
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
  package func answer(to request: URLRequest) async throws -> HTTPAnswer {
    let deadline = await scheduler.now + timeout
    var request = request
    var redirects = HTTPRedirects()
    while true {
      let exchange = HTTPExchange(maximumByteCount: maximumByteCount, redirects: redirects)
      let answer = try await answer(to: request, in: exchange, until: deadline)
      redirects = exchange.redirects
      guard let target = redirects.takeTarget() else { return answer }
      request.url = target
    }
  }

  private func answer(
    to request: URLRequest,
    in exchange: HTTPExchange,
    until deadline: ContinuousClock.Instant
  ) async throws -> HTTPAnswer {
    let task = session.dataTask(with: request)
    delegate.add(exchange, for: task)
    defer {
      delegate.removeHandler(for: task)
      task.cancel()
    }
    let alarm = await scheduler.schedule(at: deadline, tolerance: .seconds(1)) {
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

/// One request under way: gathers its answer, and has one outcome, the first.
final class HTTPExchange: HTTPTaskHandler {
  typealias Outcome = Result<HTTPAnswer, HTTPFailure>

  private struct State {
    var body = Data()
    var redirects: HTTPRedirects
  }

  private let maximumByteCount: Int
  private let state: Mutex<State>
  private let outcomes: AsyncStream<Outcome>
  private let continuation: AsyncStream<Outcome>.Continuation

  init(maximumByteCount: Int, redirects: HTTPRedirects = HTTPRedirects()) {
    self.maximumByteCount = maximumByteCount
    state = Mutex(State(redirects: redirects))
    (outcomes, continuation) = AsyncStream.makeStream()
  }

  /// What came of redirects so far.
  var redirects: HTTPRedirects { state.withLock { $0.redirects } }

  /// Waits for the outcome; nil when the waiting task is cancelled.
  func outcome() async -> Outcome? {
    var iterator = outcomes.makeAsyncIterator()
    return await iterator.next()
  }

  /// Ends the exchange, unless it has ended.
  func end(_ outcome: Outcome) {
    continuation.yield(outcome)
    continuation.finish()
  }
}

// MARK: - What the session tells

extension HTTPExchange {
  /// Takes a part of the body; ends the exchange when it has become too long.
  func receive(_ data: Data, of response: HTTPURLResponse?) {
    let isTooLarge = state.withLock { state in
      state.body.append(data)
      guard state.body.count > maximumByteCount else { return false }
      state.body = Data()
      return true
    }
    guard isTooLarge else { return }
    if let response, !(200..<300).contains(response.statusCode) {
      end(.success(HTTPAnswer(response: response, body: Data())))
    } else {
      end(.failure(.bodyTooLarge))
    }
  }

  /// Takes the head of an answer, which comes again with its end.
  func begin(with response: HTTPURLResponse) {}

  /// Takes an answer that asks for credentials, of which there are none, as it is.
  func refuseChallenge(of response: HTTPURLResponse) {
    end(.success(HTTPAnswer(response: response, body: Data())))
  }

  /// Decides on a redirect; what is refused becomes the outcome when the session is done.
  func redirect(from response: HTTPURLResponse, of original: URLRequest?) -> URLRequest? {
    state.withLock { $0.redirects.next(from: response, of: original) }
  }

  /// Ends the exchange with all that was gathered.
  func complete(with response: URLResponse?, error: (any Error)?) {
    let state = state.withLock { $0 }
    if let refusal = state.redirects.refusal {
      end(.failure(refusal))
    } else if let error {
      end(.failure(HTTPFailure(error)))
    } else if let response = response as? HTTPURLResponse {
      end(.success(HTTPAnswer(response: response, body: state.body)))
    } else {
      end(.failure(.transport("no HTTP answer")))
    }
  }
}

/// A server's answer: status, headers and body.
package struct HTTPAnswer: Sendable {
  package let response: HTTPURLResponse
  package let body: Data
}
