import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request for a file: writes its answer to disk as it comes, and has one outcome, the first.
///
/// A delegate rather than `data(for:)`, which reads a body of any length into memory, or `download(for:)`,
/// which has no limit.
final class MediaExchange: NSObject, Sendable {
  private let maximumByteCount: Int
  private let file: URL
  private let (outcomes, outcome) = AsyncStream.makeStream(
    of: Result<Void, MediaError>.self,
    bufferingPolicy: .bufferingOldest(1)
  )

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - maximumByteCount: The maximum number of bytes.
  ///   - file: An empty file.
  init(_ maximumByteCount: Int, writingTo file: URL) {
    self.maximumByteCount = Bounds.byteCount.nearest(to: maximumByteCount)
    self.file = file
  }

  /// Sends the request in a session of its own, without cookies and cache, and waits for the answer.
  ///
  /// The host cancels the task when the step's time is up.
  func answer(to request: URLRequest) async throws {
    let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    session.dataTask(with: request).resume()
    guard let result = await outcomes.first(where: { _ in true }) else { throw CancellationError() }
    try result.get()
  }
}

extension MediaExchange: URLSessionDataDelegate {
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    do {
      // A task that is canceled may still deliver for a while.
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      guard try handle.seekToEnd() + UInt64(data.count) <= UInt64(maximumByteCount) else {
        throw MediaError.tooLarge
      }
      try handle.write(contentsOf: data)
    } catch {
      outcome.yield(.failure(error as? MediaError ?? .notWritable((error as NSError).code)))
      dataTask.cancel()
    }
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
      outcome.yield(.success(()))
    }
  }
}
