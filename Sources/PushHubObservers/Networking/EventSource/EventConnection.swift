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
    case contentType(MediaType?)
    case ended
    case silent
    case undecodable(any Error)
  }

  /// What a connection has learnt that the next one wants to know.
  enum Lesson {
    /// The list is known, with the id of the event from which on it is.
    case latest([NotificationCursor], id: String)

    /// How long the server wants to be left alone before the next connection.
    case retry(Duration)
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
  private let learn: @Sendable (Lesson) -> Void

  /// Neither closure is called while the connection's state is locked.
  ///
  /// - Parameters:
  ///   - continuation: Where snapshots and the end go to.
  ///   - maximumByteCount: How long a line may be.
  ///   - remembered: What the server was told that is known already.
  ///   - decode: Reads an event.
  ///   - learn: Told what the connection has learnt.
  init(
    continuation: Continuation,
    maximumByteCount: Int,
    remembered: TaggedMemory<[NotificationCursor]>.Entry?,
    decode: @escaping Decode,
    learn: @escaping @Sendable (Lesson) -> Void
  ) {
    let parser = ServerSentEventParser(
      maximumByteCount: maximumByteCount,
      lastEventID: remembered?.tag ?? ""
    )
    state = Mutex(State(parser: parser, latest: remembered?.value))
    self.decode = decode
    self.learn = learn
    self.continuation = continuation
  }

  /// Notes that half of the allowed silence has passed; ends the connection after the second time.
  ///
  /// - Returns: Whether the connection is still alive.
  func noteTick() -> Bool {
    let ticks = state.withLock { state in
      state.silentTicks += 1
      return state.silentTicks
    }
    guard ticks > 2 else { return true }
    end(.silent)
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
    let type = response.value(forHTTPHeaderField: "Content-Type").flatMap { MediaType($0) }
    guard type?.essence == "text/event-stream" else { return end(.contentType(type)) }
    let known = state.withLock { state -> [NotificationCursor]? in
      defer { state.isOpen = true }
      state.silentTicks = 0
      return state.isOpen ? nil : state.latest
    }
    if let known {
      continuation.yield(known)
    }
  }

  /// Reads what has come; the session tells one part after the other.
  func receive(_ data: Data, of response: HTTPURLResponse?) {
    let (events, parser) = state.withLock { state -> ([ServerSentEvent], ServerSentEventParser) in
      guard state.isOpen else { return ([], state.parser) }
      state.silentTicks = 0
      return (state.parser.read(data), state.parser)
    }
    if let retry = parser.retry {
      learn(.retry(retry))
    }
    for event in events {
      do {
        guard let cursors = try decode(event) else { continue }
        state.withLock { $0.latest = cursors }
        continuation.yield(cursors)
      } catch {
        return end(.undecodable(error))
      }
    }
    if let latest = state.withLock({ $0.isOpen ? $0.latest : nil }) {
      learn(.latest(latest, id: parser.lastEventID))
    }
    if parser.isTooLong {
      end(.http(.bodyTooLarge))
    }
  }

  func refuseChallenge(of response: HTTPURLResponse) {
    end(.status(response))
  }

  func complete(with response: URLResponse?, error: (any Error)?) {
    if let refusal = state.withLock({ $0.redirects.refusal }) {
      end(.http(refusal))
    } else if let error {
      end(.http(HTTPFailure(error)))
    } else {
      end(.ended)
    }
  }
}
