import Foundation

/// [Apple](https://developer.apple.com/documentation/network/nwpath).
public struct NWPath: Sendable {
  /// [Apple](https://developer.apple.com/documentation/network/nwpath/status-swift.enum).
  public enum Status: Sendable {
    /// [Apple](https://developer.apple.com/documentation/network/nwpath/status-swift.enum/satisfied).
    case satisfied

    /// [Apple](https://developer.apple.com/documentation/network/nwpath/status-swift.enum/unsatisfied).
    case unsatisfied

    /// [Apple](https://developer.apple.com/documentation/network/nwpath/status-swift.enum/requiresconnection).
    case requiresConnection
  }

  /// [Apple](https://developer.apple.com/documentation/network/nwpath/status-swift.property).
  public let status: Status
}

/// [Apple](https://developer.apple.com/documentation/network/nwpathmonitor).
///
/// Its paths are those that a test yields while it is iterated.
public final class NWPathMonitor: AsyncSequence, Sendable {
  /// [Apple](https://developer.apple.com/documentation/network/nwpathmonitor/element).
  public typealias Element = NWPath

  nonisolated(unsafe) private static var continuations: [AsyncStream<NWPath>.Continuation] = []
  private static let lock = NSLock()

  /// [Apple](https://developer.apple.com/documentation/network/nwpathmonitor/init()).
  public init() {}

  /// [Apple](https://developer.apple.com/documentation/network/nwpathmonitor/makeasynciterator()).
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(of: NWPath.self)
    Self.lock.withLock { Self.continuations.append(continuation) }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// [Apple](https://developer.apple.com/documentation/network/nwpathmonitor/iterator).
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<NWPath>.Iterator

    /// [Apple](https://developer.apple.com/documentation/network/nwpathmonitor/iterator/next()).
    public mutating func next() async -> NWPath? { await base.next() }
  }

  /// Lets all monitors that are iterated have another path.
  public static func stubYield(_ status: NWPath.Status) {
    let all = lock.withLock { continuations }
    for continuation in all { continuation.yield(NWPath(status: status)) }
  }
}
