import Foundation

/// What the real frameworks check in their debug builds, and crash without in others.
public enum StubMainThread {
  /// Ends the process unless it is called on the main thread.
  public static func require() {
    dispatchPrecondition(condition: .onQueue(.main))
  }
}
