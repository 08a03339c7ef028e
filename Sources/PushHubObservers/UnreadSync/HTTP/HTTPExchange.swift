import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request under way: gathers its answer, and has one outcome, the first.
final class HTTPExchange: HTTPTaskHandler {
  typealias Outcome = Result<HTTPAnswer, HTTPFailure>

  private struct State {
    var body = Data()
    var redirects = HTTPRedirects()
  }

  private let maximumByteCount: Int
  private let state = Mutex(State())
  private let outcomes: AsyncStream<Outcome>
  private let continuation: AsyncStream<Outcome>.Continuation

  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
    (outcomes, continuation) = AsyncStream.makeStream()
  }

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
