#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
import PushHub

#else
public import Foundation
#endif

extension EventSource {
  /// How a server is listened to.
  public struct Configuration: Sendable {
    /// How long nothing may come, not even a comment, before the connection counts as dead.
    ///
    /// A proxy or a change of networks can leave a connection open on which nothing will ever come.
    /// Servers send a comment every 15 s or so. The connection ends after at least this time and at
    /// most half as long again. Before it, the token closure may take as long. Values from one second
    /// to one day are kept, others are moved to the nearest of those.
    public var silence: Duration {
      didSet { silence = silence.clamped(to: ConfigurationBounds.interval) }
    }

    /// How many bytes of a line, and of an event's data, are accepted.
    ///
    /// Values from one to 2^30 are kept, others are moved to the nearest of those.
    public var maximumByteCount: Int {
      didSet { maximumByteCount = maximumByteCount.clamped(to: ConfigurationBounds.byteCount) }
    }

    /// What the source's session is made of; it is copied when the source is made.
    ///
    /// By default `URLSessionConfiguration.privateSession`. With one of the app's own, its cookies,
    /// headers and credentials are sent too.
    public var session: URLSessionConfiguration

    /// Starts with the defaults, but for what is given.
    public init(
      silence: Duration = .seconds(60),
      maximumByteCount: Int = 64 * 1024,
      session: URLSessionConfiguration = .privateSession
    ) {
      self.silence = silence.clamped(to: ConfigurationBounds.interval)
      self.maximumByteCount = maximumByteCount.clamped(to: ConfigurationBounds.byteCount)
      self.session = session
    }
  }
}

extension EventSource.Configuration {
  /// The session's own timeout: never earlier than ``silence``, which counts.
  ///
  /// In whole seconds, since swift-corelibs-foundation drops fractions.
  var sessionTimeout: TimeInterval {
    (silence * 2 / .seconds(1)).rounded(.up) + 1
  }
}
