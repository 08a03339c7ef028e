import Foundation
import PushHub
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request for a picture: gathers its answer, and has one outcome, the first.
///
/// A delegate rather than `data(for:)`, since that takes a body of any length into memory.
final class PictureExchange: NSObject, Sendable {
  private let maximumByteCount: Int
  private let body = Mutex(Data())
  private let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Data.self)

  init(maximumByteCount: Int) {
    self.maximumByteCount = maximumByteCount
  }

  /// Sends the request in a session of its own, without cookies and cache, and waits for the answer.
  func picture(
    for request: URLRequest,
    within timeout: Duration,
    on scheduler: any Scheduler
  ) async throws -> Data {
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let alarm = await scheduler.schedule(after: timeout) { [outcome] in
      outcome.finish(throwing: PictureError.timedOut)
    }
    session.dataTask(with: request).resume()
    let result: Result<Data?, any Error>
    do {
      var iterator = outcomes.makeAsyncIterator()
      result = .success(try await iterator.next())
    } catch {
      result = .failure(error)
    }
    await scheduler.cancel(alarm)
    guard let picture = try result.get() else { throw CancellationError() }
    return picture
  }
}

extension PictureExchange: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let (old, new) = (task.originalRequest?.url, request.url)
    let isSameOrigin =
      old?.scheme == new?.scheme && old?.host == new?.host && old?.port == new?.port
    if !isSameOrigin { outcome.finish(throwing: PictureError.redirectRefused) }
    completionHandler(isSameOrigin ? request : nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = body.withLock { body in
      body.append(data)
      return body.count > maximumByteCount
    }
    guard isTooLarge else { return }
    outcome.finish(throwing: PictureError.tooLarge)
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    if let error {
      outcome.finish(throwing: PictureError.unreachable((error as NSError).code))
    } else if let status = (task.response as? HTTPURLResponse)?.statusCode, status != 200 {
      outcome.finish(throwing: PictureError.failureStatus(status))
    } else {
      outcome.yield(body.withLock { $0 })
      outcome.finish()
    }
  }
}
