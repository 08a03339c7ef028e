public import Observation
import PushHub

/// Something observable whose badge a view, a tab or the app's icon can follow.
///
/// A ``BadgeNode`` is one, and so are features that have something to show. One of the app's own is one
/// in a line:
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

  /// What adds to the nodes of a ``BadgeTree``; by default what the badge shows.
  ///
  /// A source whose badge is cut short, as "99+", gives the whole number here.
  var badgeContent: BadgeContent { get }

  /// Why there is something, for ``BadgeTree/explain(_:)``; by default the name of the type.
  var badgeReason: String { get }
}

extension BadgeSource {
  /// What the badge shows, and whether that is known.
  public var badgeContent: BadgeContent {
    let reading = reading
    return BadgeContent(reading.badge, isKnown: reading.isKnown)
  }

  /// The name of the type.
  public var badgeReason: String { "\(Self.self)" }
}

extension BadgeSource {
  /// What the badge says now, and then whenever it says something else.
  ///
  /// A change is told in the next turn of the main actor; of several in one turn only the last, and
  /// none if they cancel out. A slow consumer gets the latest. The stream does not keep the source
  /// alive, and ends with it. A source is read once for all who listen, and only while somebody does.
  public var readings: AsyncStream<BadgeReading> { BadgeReader.readings(of: self) }
}

extension BadgeNode: BadgeSource {
  /// What the node shows; a tree knows of no accounts.
  public var reading: BadgeReading { BadgeReading(badge, isKnown: isKnown) }
}

/// Reads a source anew after each change, for all who listen to it.
///
/// Only the source's observation keeps it alive: it goes with the source, and then the streams end. An
/// observation can't be cancelled, so all who listen to a source share one reader. Without listeners
/// the reader goes at the next change.
@MainActor
private final class BadgeReader {
  private struct Known {
    weak var reader: BadgeReader?
  }

  /// The readers that wait for a change, by the addresses of their sources.
  private static var known: [ObjectIdentifier: Known] = [:]
  private static var nextSweep = 64

  private let streams = ValueStreams<BadgeReading>()
  private weak var source: (any BadgeSource)?
  private var last: BadgeReading?

  private init(_ source: any BadgeSource) {
    self.source = source
  }

  /// What a source says now, and then whenever it says something else.
  static func readings(of source: some BadgeSource) -> AsyncStream<BadgeReading> {
    let address = ObjectIdentifier(source)
    if let reader = known[address]?.reader, reader.source === source {
      return reader.streams.stream(from: reader.tell(source.reading))
    }
    let reader = BadgeReader(source)
    known[address] = Known(reader: reader)
    if known.count >= nextSweep {
      known = known.filter { $0.value.reader != nil }
      nextSweep = max(64, 2 * known.count)
    }
    return reader.streams.stream(from: reader.read(source))
  }

  /// Reads the source, and again after its next change.
  private func read(_ source: some BadgeSource) -> BadgeReading {
    tell(
      withObservationTracking {
        source.reading
      } onChange: {
        Task { await self.readAgain() }
      }
    )
  }

  private func readAgain() {
    guard let source, !streams.isEmpty else { return }
    _ = read(source)
  }

  private func tell(_ reading: BadgeReading) -> BadgeReading {
    if reading != last {
      last = reading
      streams.yield(reading)
    }
    return reading
  }
}
