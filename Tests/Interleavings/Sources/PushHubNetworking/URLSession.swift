package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Stands in for the system's session, whose delegate is called on arbitrary threads.
///
/// As with the main actor, a declaration of the sources' own module shadows the other one. What a
/// server does is chosen by ``ChosenServer``.
final class URLSession: Sendable {
  enum ResponseDisposition { case allow }
  enum AuthChallengeDisposition { case performDefaultHandling, cancelAuthenticationChallenge }

  private struct State {
    var delegate: (any URLSessionDataDelegate)?
    var taskCount = 0
  }

  private let state: Mutex<State>

  init(
    configuration: URLSessionConfiguration,
    delegate: any URLSessionDataDelegate,
    delegateQueue: OperationQueue?
  ) {
    state = Mutex(State(delegate: delegate))
  }

  func dataTask(with request: URLRequest) -> URLSessionDataTask {
    let number = state.withLock { state in
      state.taskCount += 1
      return state.taskCount
    }
    return URLSessionDataTask(number, request, of: self)
  }

  func invalidateAndCancel() {
    state.withLock { $0.delegate = nil }
  }

  fileprivate var delegate: (any URLSessionDataDelegate)? { state.withLock { $0.delegate } }
}

/// The delegate calls of a session that the sources need.
protocol URLSessionDataDelegate: AnyObject, Sendable {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  )

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  )

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  )
}

typealias URLSessionTask = URLSessionDataTask

/// A task of a session, which does nothing by itself.
package final class URLSessionDataTask: Sendable {
  private struct State {
    var response: URLResponse?
    var isCancelled = false
    var isComplete = false
  }

  let taskIdentifier: Int
  let originalRequest: URLRequest?
  private let session: URLSession
  private let state = Mutex(State())

  fileprivate init(_ number: Int, _ request: URLRequest, of session: URLSession) {
    taskIdentifier = number
    originalRequest = request
    self.session = session
  }

  var response: URLResponse? { state.withLock { $0.response } }

  func resume() {
    ChosenServer.accept(self)
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }
}

// MARK: - What the server does

extension URLSessionDataTask {
  /// Whether the task was canceled.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether there was an end.
  package var isComplete: Bool { state.withLock { $0.isComplete } }

  /// A field of the request's head.
  package func header(_ name: String) -> String? {
    originalRequest?.value(forHTTPHeaderField: name)
  }

  /// Where the request goes.
  package var url: URL? { originalRequest?.url }

  /// Sends the head of an answer.
  package func answer(status: Int, headers: [String: String] = [:]) {
    guard let url, !isComplete,
      let response = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: nil,
        headerFields: headers
      )
    else { return }
    state.withLock { $0.response = response }
    session.delegate?.urlSession(session, dataTask: self, didReceive: response) { _ in }
  }

  /// Sends a part of a body.
  package func send(_ text: String) {
    guard !isComplete else { return }
    session.delegate?.urlSession(session, dataTask: self, didReceive: Data(text.utf8))
  }

  /// Ends the answer, or breaks the connection.
  package func complete(with error: URLError? = nil) {
    let wasComplete = state.withLock { state in
      defer { state.isComplete = true }
      return state.isComplete
    }
    guard !wasComplete else { return }
    session.delegate?.urlSession(session, task: self, didCompleteWithError: error)
  }
}

/// Where all sessions send their requests.
package enum ChosenServer {
  /// A request that was sent, and its answer.
  package typealias Request = URLSessionDataTask

  private static let handler = Mutex<(@Sendable (Request) -> Void)?>(nil)

  /// Says who takes requests, in the moment in which they are sent.
  package static func whenAsked(_ handle: @escaping @Sendable (Request) -> Void) {
    handler.withLock { $0 = handle }
  }

  fileprivate static func accept(_ request: Request) {
    handler.withLock { $0 }?(request)
  }
}
