import Synchronization

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends on what the session tells of each of its tasks, as parts of an answer.
///
/// A delegate rather than a completion handler, because only a delegate hears of redirects on every
/// platform, and sees a body before it is complete.
final class HTTPSessionDelegate: NSObject, Sendable {
  private let endpoint: AccountEndpoint
  private let continuations = Mutex<[Int: HTTPAnswer.Parts.Continuation]>([:])

  /// - Parameter endpoint: Whom errors name.
  init(_ endpoint: AccountEndpoint) {
    self.endpoint = endpoint
  }

  /// Begins a task, whose first part is the head of its answer; letting go of the parts cancels it.
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
  /// Takes each redirect as an answer.
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
    // First: who hears of the answer may cancel the task, which must not be waiting for this then.
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
  /// Of one whose status redirects to nowhere, swift-corelibs-foundation tells nothing before its end.
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
    send(Data(), of: task.response, for: task)
    continuation(for: task)?.finish()
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}
#endif

extension URLSessionConfiguration {
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
