public import Observation
import Synchronization

/// Something observable whose badge a view, a tab or the app's icon can follow.
///
/// ``BadgeDot``, ``BadgeNode`` and ``UnreadSync`` are such sources. A feature of the app's own is one in a line:
///
/// ```swift
/// extension Drafts: BadgeSource {
///   var reading: BadgeReading { BadgeReading(Badge(isEmpty ? .none : .dot)) }
/// }
/// ```
@MainActor
public protocol BadgeSource: AnyObject, Observable, Sendable {
  /// What the badge says now, read from observable properties.
  var reading: BadgeReading { get }
}

extension BadgeSource {
  /// What the badge says now, and then whenever it says something else.
  ///
  /// A change is told in the next turn of the main actor; of several within one turn the last is
  /// told, and none that ends where it began. A slow consumer gets the latest. The stream keeps no
  /// source alive and ends with it; when nobody listens any more, the source is read no more.
  public var readings: AsyncStream<BadgeReading> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: BadgeReading.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    BadgeReader(self, tell: continuation).read()
    return stream
  }
}

extension BadgeDot: BadgeSource {
  /// The dot of the account that is signed in.
  public var reading: BadgeReading { BadgeReading(state) }
}

extension BadgeNode: BadgeSource {
  /// What the node shows; a tree knows of no accounts.
  public var reading: BadgeReading { BadgeReading(badge) }
}

extension UnreadSync: BadgeSource {
  /// The count, as "99+" from a hundred on.
  public var reading: BadgeReading {
    BadgeReading(Badge(total: state.count, dots: 0, policy: .capped(at: 99)))
  }
}

/// Reads a source anew after each change.
///
/// Only the source keeps it, as long as it waits for a change: it goes with the source, and then the
/// stream ends. Observation can't be called off, so that a reader to whom nobody listens any more
/// goes at the next change.
@MainActor
private final class BadgeReader {
  private weak var source: (any BadgeSource)?
  private let continuation: AsyncStream<BadgeReading>.Continuation
  private var last: BadgeReading?
  private nonisolated let isOver = Atomic(false)

  init(_ source: any BadgeSource, tell continuation: AsyncStream<BadgeReading>.Continuation) {
    self.source = source
    self.continuation = continuation
    continuation.onTermination = { [weak self] _ in
      self?.isOver.store(true, ordering: .relaxed)
    }
  }

  deinit {
    continuation.finish()
  }

  func read() {
    guard let source, !isOver.load(ordering: .relaxed) else { return }
    let reading = withObservationTracking {
      source.reading
    } onChange: {
      Task { await self.read() }
    }
    guard reading != last else { return }
    last = reading
    continuation.yield(reading)
  }
}
