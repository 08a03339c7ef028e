package import Foundation
package import PushHub

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A server's answer: its head, and its body or the way to it.
package typealias HTTPReply<Body> = (response: HTTPURLResponse, body: Body)

/// A whole answer.
package typealias HTTPAnswer = HTTPReply<Data>

/// Sends requests over a session of its own, within a time and up to a size.
package final class HTTPClient: Sendable {
  /// The parts of an answer as they come.
  package typealias Parts = AsyncThrowingStream<HTTPAnswer, any Error>

  private let delegate = HTTPSessionDelegate()
  private let session: URLSession
  private let configuration: HTTPConfiguration
  private let scheduler: any Scheduler

  package init(configuration: HTTPConfiguration, scheduler: any Scheduler) {
    session = URLSession(
      configuration: configuration.session,
      delegate: delegate,
      delegateQueue: nil
    )
    self.configuration = configuration
    self.scheduler = scheduler
  }

  deinit {
    session.invalidateAndCancel()
  }

  /// Sends a request and waits for the answer, whatever its status.
  ///
  /// - Throws: ``HTTPFailure``, or `CancellationError` when the task is cancelled.
  package func answer(to request: URLRequest) async throws -> HTTPAnswer {
    try await inTime {
      let (response, parts) = try await self.follow(request)
      var body = Data()
      for try await part in parts {
        body += part.body
        guard body.count > self.configuration.maximumByteCount else { continue }
        guard !(200..<300).contains(response.statusCode) else { throw HTTPFailure.bodyTooLarge }
        return (response, Data())
      }
      return (response, body)
    }
  }

  /// Sends a request and waits for the head of the answer, whatever its status.
  ///
  /// The body may come for as long as it likes; letting go of it ends the connection.
  ///
  /// - Throws: ``HTTPFailure``, or `CancellationError` when the task is cancelled.
  package func open(_ request: URLRequest) async throws -> HTTPReply<Parts> {
    try await inTime {
      try await self.scheduler.awaitExternalWork { try await self.follow(request) }
    }
  }

  private func inTime<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await withDeadline(after: configuration.timeout, on: scheduler, work)
    } catch is DeadlinePassed {
      throw HTTPFailure.timedOut
    }
  }

  /// Sends a request, and again to where the server points, with the same headers and body.
  private func follow(_ request: URLRequest) async throws -> HTTPReply<Parts> {
    var request = request
    for _ in 0...HTTPFailure.maximumRedirectCount {
      let parts = delegate.parts(of: session.dataTask(with: request))
      var iterator = parts.makeAsyncIterator()
      guard let head = try await iterator.next() else {
        try Task.checkCancellation()
        throw HTTPFailure.transport("no HTTP answer")
      }
      guard let target = try head.response.redirect(of: request) else {
        return (head.response, parts)
      }
      request.url = target
    }
    throw HTTPFailure.tooManyRedirects
  }
}

/// Why there is no answer to a request.
package enum HTTPFailure: Error, Hashable {
  case timedOut
  case bodyTooLarge
  case redirectRefused(String)
  case tooManyRedirects
  case transport(String)

  /// How many redirects are followed for one request.
  static let maximumRedirectCount = 5

  /// Names a session's error by its number: its words may quote what the server sent.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = .transport("\(type(of: error))")
      return
    }
    self = error.code == .timedOut ? .timedOut : .transport("URLError \(error.errorCode)")
  }
}
