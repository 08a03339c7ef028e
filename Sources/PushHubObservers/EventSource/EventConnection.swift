import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One connection to a server: turns its bytes into snapshots until it ends, for one reason.
final class EventConnection: HTTPTaskHandler {
  /// Why a connection ended.
  enum Failure: Error {
    case http(HTTPFailure)
    case status(HTTPURLResponse)
    case contentType(String)
    case ended(retry: Duration?)
    case silent(retry: Duration?)
    case undecodable(any Error)
  }

  typealias Decode = @Sendable (ServerSentEvent) throws -> [NotificationCursor]?

  typealias Continuation = AsyncThrowingStream<[NotificationCursor], any Error>.Continuation

  private struct State {
    var parser: ServerSentEventParser
    var latest: [NotificationCursor]?
    var redirects = HTTPRedirects()
    var isOpen = false
    var silentTicks = 0
  }

  private let continuation: Continuation
  private let state: Mutex<State>
  private let decode: Decode
  private let remember: @Sendable ([NotificationCursor], _ id: String) -> Void

  /// - Parameters:
  ///   - continuation: Where snapshots and the end go to.
  ///   - maximumByteCount: How long a line may be.
  ///   - remembered: What the server was told that is known already.
  ///   - decode: Reads an event.
  ///   - remember: Told what is known, with the id of the event from which on it is.
  init(
    continuation: Continuation,
    maximumByteCount: Int,
    remembered: TaggedMemory<[NotificationCursor]>.Entry?,
    decode: @escaping Decode,
    remember: @escaping @Sendable ([NotificationCursor], _ id: String) -> Void
  ) {
    let parser = ServerSentEventParser(
      maximumByteCount: maximumByteCount,
      lastEventID: remembered?.tag ?? ""
    )
    state = Mutex(State(parser: parser, latest: remembered?.value))
    self.decode = decode
    self.remember = remember
    self.continuation = continuation
  }

  /// Notes that half of the allowed silence has passed; ends the connection after the second time.
  ///
  /// - Returns: Whether the connection is still alive.
  func noteTick() -> Bool {
    let (ticks, retry) = state.withLock { state in
      state.silentTicks += 1
      return (state.silentTicks, state.parser.retry)
    }
    guard ticks > 2 else { return true }
    end(.silent(retry: retry))
    return false
  }

  private func end(_ failure: Failure) {
    continuation.finish(throwing: failure)
  }
}

// MARK: - What the session tells

extension EventConnection {
  func redirect(from response: HTTPURLResponse, of original: URLRequest?) -> URLRequest? {
    state.withLock { $0.redirects.next(from: response, of: original) }
  }

  /// Opens the stream: what was known holds, since the server tells what has changed since.
  func begin(with response: HTTPURLResponse) {
    guard state.withLock({ $0.redirects.refusal == nil }) else { return }
    guard response.statusCode == 200 else { return end(.status(response)) }
    let type = response.value(forHTTPHeaderField: "Content-Type") ?? "of no type"
    guard type.lowercased().hasPrefix("text/event-stream") else { return end(.contentType(type)) }
    let known = state.withLock { state -> [NotificationCursor]? in
      defer { state.isOpen = true }
      state.silentTicks = 0
      return state.isOpen ? nil : state.latest
    }
    if let known {
      continuation.yield(known)
    }
  }

  func receive(_ data: Data, of response: HTTPURLResponse?) {
    let failure = state.withLock { state -> Failure? in
      guard state.isOpen else { return nil }
      state.silentTicks = 0
      for event in state.parser.read(data) {
        do {
          guard let cursors = try decode(event) else { continue }
          state.latest = cursors
          continuation.yield(cursors)
        } catch {
          return .undecodable(error)
        }
      }
      if let latest = state.latest {
        remember(latest, state.parser.lastEventID)
      }
      return state.parser.isTooLong ? .http(.bodyTooLarge) : nil
    }
    if let failure {
      end(failure)
    }
  }

  func refuseChallenge(of response: HTTPURLResponse) {
    end(.status(response))
  }

  func complete(with response: URLResponse?, error: (any Error)?) {
    let (refusal, retry) = state.withLock { ($0.redirects.refusal, $0.parser.retry) }
    if let refusal {
      end(.http(refusal))
    } else if let error {
      end(.http(HTTPFailure(error)))
    } else {
      end(.ended(retry: retry))
    }
  }
}
