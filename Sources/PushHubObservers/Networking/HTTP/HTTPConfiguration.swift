import PushHub

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// How a server is asked: within which limits, and over which session.
public struct HTTPConfiguration: Sendable {
  /// How long the token closure may take, and after it the request, from sending it to the last
  /// byte of the answer; redirects count.
  public let timeout: Duration

  /// How many bytes of an answer are accepted; a longer one is cut off and is an error, unless only
  /// its status counts.
  public let maximumByteCount: Int

  /// What the session is made of; it is copied when whoever asks is made.
  public var session: URLSessionConfiguration

  /// Starts with the defaults, but for what is given.
  ///
  /// - Parameters:
  ///   - timeout: From one second to one day; what lies outside is moved to the nearest of those.
  ///   - maximumByteCount: From one to 2^30, likewise.
  ///   - session: With one of the app's own, its cookies, headers and credentials are sent too. Caches
  ///     are passed over in any case.
  public init(
    timeout: Duration = .seconds(30),
    maximumByteCount: Int = 64 * 1024,
    session: URLSessionConfiguration = .privateSession
  ) {
    self.timeout = ClosedRange.interval.nearest(to: timeout)
    self.maximumByteCount = ClosedRange.byteCount.nearest(to: maximumByteCount)
    self.session = session
  }
}
