import PushHub

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The limits of requests, and their session.
public struct HTTPConfiguration: Sendable {
  /// The time limit for the token closure, and then for the request, up to the last byte of the answer, with
  /// redirects.
  public let timeout: Duration

  /// The number of bytes accepted of an answer; a longer one is an error, unless only its status counts.
  public let maximumByteCount: Int

  /// The configuration of the session; it is copied when the client is created.
  public var session: URLSessionConfiguration

  /// Creates a configuration with defaults.
  ///
  /// - Parameters:
  ///   - timeout: The time limit, from one second to one day; other values are moved to the nearest of those.
  ///   - maximumByteCount: The number of bytes, from one to 2^30, likewise.
  ///   - session: The configuration of the session. With one of the app's own, its cookies, headers and
  ///     credentials are sent too. Caches are never used.
  public init(
    timeout: Duration = .seconds(30),
    maximumByteCount: Int = 64 * 1024,
    session: URLSessionConfiguration = Self.privateSession
  ) {
    self.timeout = Bounds.interval.nearest(to: timeout)
    self.maximumByteCount = Bounds.byteCount.nearest(to: maximumByteCount)
    self.session = session
  }
}
