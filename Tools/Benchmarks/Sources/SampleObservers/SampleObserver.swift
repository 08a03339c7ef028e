public import PushHub

/// An observer that counts.
///
/// It lives in a module of its own, as an app's observers do, so that no contender can see through
/// the call.
@MainActor
public final class SampleObserver: PushObserver {
  /// How many events it received.
  public private(set) var received = 0

  private let action: ((PushEvent) -> Void)?

  /// Creates an observer that has received nothing.
  ///
  /// - Parameter action: What else to do with each event.
  public init(_ action: ((PushEvent) -> Void)? = nil) {
    self.action = action
  }

  /// Counts.
  public func receive(_ event: PushEvent) {
    received &+= 1
    action?(event)
  }
}
