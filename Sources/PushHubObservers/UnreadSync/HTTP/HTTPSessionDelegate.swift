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
