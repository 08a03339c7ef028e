#if canImport(UserNotifications) || canImport(UIKit) || canImport(AppKit)
import Dispatch
import Foundation

/// Runs work on the main actor: at once when called there, else as soon as it is free.
///
/// The frameworks mostly call on the main thread, and some of what they tell has to be heard before
/// the call returns. From elsewhere work is run in the order in which it was handed over.
func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if MainQueueMark.isHere {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}

/// Tells the main queue from others, also where no thread of its own belongs to it.
enum MainQueueMark {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isHere: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
  }
}
#endif
