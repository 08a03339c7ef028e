import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells each exchange what the session tells of its task.
///
/// A delegate rather than a completion handler, because only a delegate hears of redirects on every
/// platform, and sees a body before it is complete.
final class HTTPSessionDelegate: NSObject, Sendable {
  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  func removeExchange(for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = nil }
  }

  private func exchange(for task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }
}

extension HTTPSessionDelegate: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(exchange(for: task)?.redirect(from: response, of: task.originalRequest))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(for: dataTask)?.receive(data, of: dataTask.response as? HTTPURLResponse)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    exchange(for: task)?.complete(with: task.response, error: error)
  }
}

#if canImport(FoundationNetworking)
extension HTTPSessionDelegate {
  /// Takes a challenge for which there is no credential as the answer that it came with.
  ///
  /// Apple's systems do so by default; in swift-corelibs-foundation the task would never end.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard challenge.proposedCredential == nil else {
      completionHandler(.performDefaultHandling, nil)
      return
    }
    if let response = task.response as? HTTPURLResponse {
      exchange(for: task)?.end(.success(HTTPAnswer(response: response, body: Data())))
    }
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}
#endif
