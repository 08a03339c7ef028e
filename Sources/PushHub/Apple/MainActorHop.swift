#if canImport(UserNotifications)
import Dispatch
import Foundation

/// Runs work on the main actor: at once when called there, else as soon as it is free.
///
/// The frameworks mostly call on the main thread, and some of their callbacks have to be
/// handled before the call returns. From elsewhere work runs in the order of the calls.
func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if isOnMainActor {
    MainActor.assumeIsolated(work)
  } else {
    Task { @MainActor in work() }
  }
}

/// Whether the caller is on the main actor's queue or thread.
private var isOnMainActor: Bool {
  Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueKey) == true
}

/// Runs work on the main actor, and returns when it is done.
func waitOnMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if isOnMainActor {
    MainActor.assumeIsolated(work)
  } else {
    DispatchQueue.main.sync { MainActor.assumeIsolated(work) }
  }
}

/// Marks the main queue, also where it has no thread of its own.
private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Observations of notification centers, which end with this object.
final class NotificationTokens {
  private var tokens: [(center: NotificationCenter, token: any NSObjectProtocol)] = []

  /// Runs work on the main actor for each notification of a name, wherever it is posted.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - center: The center to which it is posted.
  ///   - object: The object of the notification; `nil` for any.
  ///   - work: Called with the notification's object, if it has this type; `Never` for none.
  func observe<Subject: Sendable>(
    _ name: Notification.Name,
    in center: NotificationCenter,
    of object: AnyObject? = nil,
    _ work: @escaping @MainActor @Sendable (Subject?) -> Void
  ) {
    let token = center.addObserver(forName: name, object: object, queue: nil) {
      let subject = $0.object as? Subject
      onMainActor { work(subject) }
    }
    tokens.append((center, token))
  }

  deinit {
    for (center, token) in tokens {
      center.removeObserver(token)
    }
  }
}
#endif
