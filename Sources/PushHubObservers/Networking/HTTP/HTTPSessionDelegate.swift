import Synchronization

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Deals with what a session tells of one of its tasks.
protocol HTTPTaskHandler: AnyObject, Sendable {
  /// Decides on a redirect: the request to send next, or nil for none.
  func redirect(from response: HTTPURLResponse, of original: URLRequest?) -> URLRequest?

  /// Takes the head of the answer, before its body.
  func begin(with response: HTTPURLResponse)

  /// Takes the next part of the body.
  func receive(_ data: Data, of response: HTTPURLResponse?)

  /// Takes an answer that asks for credentials, of which there are none.
  func refuseChallenge(of response: HTTPURLResponse)

  /// Takes the end, whether good or bad.
  func complete(with response: URLResponse?, error: (any Error)?)
}

/// Tells each handler what the session tells of its task.
///
/// A delegate rather than a completion handler, because only a delegate hears of redirects on every
/// platform, and sees a body before it is complete.
final class HTTPSessionDelegate: NSObject, Sendable {
  private let handlers = Mutex<[Int: any HTTPTaskHandler]>([:])

  func add(_ handler: any HTTPTaskHandler, for task: URLSessionTask) {
    handlers.withLock { $0[task.taskIdentifier] = handler }
  }

  func removeHandler(for task: URLSessionTask) {
    handlers.withLock { $0[task.taskIdentifier] = nil }
  }

  private func handler(for task: URLSessionTask) -> (any HTTPTaskHandler)? {
    handlers.withLock { $0[task.taskIdentifier] }
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
    completionHandler(handler(for: task)?.redirect(from: response, of: task.originalRequest))
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      handler(for: dataTask)?.begin(with: response)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    handler(for: dataTask)?.receive(data, of: dataTask.response as? HTTPURLResponse)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    handler(for: task)?.complete(with: task.response, error: error)
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
      handler(for: task)?.refuseChallenge(of: response)
    }
    completionHandler(.cancelAuthenticationChallenge, nil)
  }
}
#endif

extension URLSessionConfiguration {
  /// An ephemeral session without cookies, stored credentials and cache.
  public static var privateSession: URLSessionConfiguration {
    let session = URLSessionConfiguration.ephemeral
    session.urlCache = nil
    session.requestCachePolicy = .reloadIgnoringLocalCacheData
    session.urlCredentialStorage = nil
    session.httpCookieStorage = nil
    session.httpShouldSetCookies = false
    session.httpCookieAcceptPolicy = .never
    return session
  }
}

/// Why there is no answer to a request.
package enum HTTPFailure: Error, Hashable {
  case timedOut
  case bodyTooLarge
  case redirectRefused(String)
  case tooManyRedirects
  case transport(String)
}

extension HTTPFailure {
  /// Says in words what a session's error means.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .transport("\(type(of: error))")
      return
    }
    if error.code == .timedOut {
      self = .timedOut
    } else {
      self = .transport("\(error.words), URLError \(error.errorCode)")
    }
  }
}

extension URLError {
  /// What happened, in words of our own: those of a session may quote what the server sent.
  fileprivate var words: String {
    switch code {
    case .notConnectedToInternet: "the device is offline"
    case .cannotFindHost, .dnsLookupFailed: "the host is not found"
    case .cannotConnectToHost: "the host can't be reached"
    case .networkConnectionLost: "the connection was lost"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "the connection can't be secured"
    case .badServerResponse, .cannotParseResponse: "the answer can't be parsed"
    case .cancelled: "it was cancelled"
    default: "there is no answer"
    }
  }
}
