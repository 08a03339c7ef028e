#if canImport(UserNotifications) || canImport(UIKit) || canImport(AppKit)
import Foundation

/// Runs work on the main actor: at once on the main thread, else as soon as that is free.
///
/// The frameworks mostly call on the main thread, and some of what they tell has to be heard before
/// the call returns. From elsewhere work is run in the order in which it was handed over.
func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if Thread.isMainThread {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}
#endif
