import PushHub

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Passes the callbacks of a session on as the parts of each task's answer.
///
/// A delegate rather than a completion handler, because only a delegate is called for redirects on every
/// platform, and receives a body before it is complete.
final class HTTPSessionDelegate: NSObject, Sendable {
  private let endpoint: AccountEndpoint
  private let continuations = Lock<[Int: HTTPAnswer.Parts.Continuation]>([:])

  /// - Parameter endpoint: The endpoint that errors name.
  init(_ endpoint: AccountEndpoint) {
    self.endpoint = endpoint
  }

  /// Begins a task, whose first part is the head of its answer; releasing the parts cancels it.
  func parts(of task: URLSessionTask) -> HTTPAnswer.Parts {
    let (parts, continuation) = HTTPAnswer.Parts.makeStream()
    let number = task.taskIdentifier
    continuations.withLock { $0[number] = continuation }
    continuation.onTermination = { [weak self] _ in
      self?.continuations.withLock { $0[number] = nil }
      task.cancel()
    }
    task.resume()
    return parts
  }

  private func continuation(for task: URLSessionTask) -> HTTPAnswer.Parts.Continuation? {
    continuations.withLock { $0[task.taskIdentifier] }
  }

  private func send(_ data: Data, of response: URLResponse?, for task: URLSessionTask) {
    guard let response = response as? HTTPURLResponse else { return }
    continuation(for: task)?.yield((response, data))
  }
}

extension HTTPSessionDelegate: URLSessionDataDelegate {
  /// Handles each redirect as an answer.
  ///
  /// A session that follows by itself may do so without the body, as swift-corelibs-foundation does, or
  /// without `Authorization`, as Apple's systems do.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // First, since a receiver of the answer may cancel the task, which must not wait for this then.
    completionHandler(nil)
    send(Data(), of: response, for: task)
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    send(Data(), of: response, for: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    send(data, of: dataTask.response, for: dataTask)
  }

  /// Ends an answer.
  ///
  /// For a redirect without a target, swift-corelibs-foundation makes no other callback.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    if error == nil { send(Data(), of: task.response, for: task) }
    continuation(for: task)?.finish(throwing: error.map(endpoint.error(ofSession:)))
  }
}

#if canImport(FoundationNetworking)
extension HTTPSessionDelegate {
  /// Handles a challenge without a credential as the answer that it came with.
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
    send(Data(), of: task.response, for: task)
    continuation(for: task)?.finish()
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}
#endif

extension HTTPConfiguration {
  /// An ephemeral session without cookies, stored credentials and cache.
  public static var privateSession: URLSessionConfiguration {
    let session = URLSessionConfiguration.ephemeral
    session.urlCache = nil
    session.urlCredentialStorage = nil
    session.httpCookieStorage = nil
    session.httpShouldSetCookies = false
    return session
  }
}
