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
  private let (outcomes, outcome) = AsyncStream.makeStream(
    of: Result<Data, PictureError>.self,
    bufferingPolicy: .bufferingOldest(1)
  )

  init(maximumByteCount: Int) {
    self.maximumByteCount = ClosedRange.byteCount.nearest(to: maximumByteCount)
  }

  /// Sends the request in a session of its own, without cookies and cache, and waits for the answer.
  ///
  /// The delivery cancels the task when its time is up.
  func answer(to request: URLRequest) async throws -> Data {
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: request).resume()
    guard let result = await outcomes.first(where: { _ in true }) else { throw CancellationError() }
    return try result.get()
  }
}

extension PictureExchange: URLSessionDataDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    // A task that is cancelled may still deliver for a while.
    let isTooLarge = body.withLock { body in
      guard body.count <= maximumByteCount else { return false }
      body.append(data)
      return body.count > maximumByteCount
    }
    guard isTooLarge else { return }
    outcome.yield(.failure(.tooLarge))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    if let error {
      outcome.yield(.failure(.unreachable((error as NSError).code)))
    } else if let status = (task.response as? HTTPURLResponse)?.statusCode, status != 200 {
      outcome.yield(.failure(.failureStatus(status)))
    } else {
      outcome.yield(.success(body.withLock { $0 }))
    }
  }
}
