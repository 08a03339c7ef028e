public import Observation

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
  /// source alive and ends with it.
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
/// stream ends.
@MainActor
private final class BadgeReader {
  private weak var source: (any BadgeSource)?
  private let continuation: AsyncStream<BadgeReading>.Continuation
  private var last: BadgeReading?

  init(_ source: any BadgeSource, tell continuation: AsyncStream<BadgeReading>.Continuation) {
    self.source = source
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func read() {
    guard let source else { return }
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
