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

/// Observations of a notification center, which end with this object.
final class NotificationTokens {
  private let center: NotificationCenter
  private var tokens: [any NSObjectProtocol] = []

  init(center: NotificationCenter) {
    self.center = center
  }

  /// Runs work on the main actor for each notification of a name, wherever it is posted.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - work: What to do, given who the notification is about.
  func observe(
    _ name: Notification.Name,
    _ work: @escaping @MainActor @Sendable (ObjectIdentifier?) -> Void
  ) {
    let token = center.addObserver(forName: name, object: nil, queue: nil) {
      let subject = ($0.object as AnyObject?).map { ObjectIdentifier($0) }
      onMainActor { work(subject) }
    }
    tokens.append(token)
  }

  /// Runs work on the main actor for each notification of a name that is about an object of a type.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type.
  ///   - work: What to do, given who the notification is about.
  func observe<Subject: AnyObject & Sendable>(
    _ name: Notification.Name,
    of type: Subject.Type = Subject.self,
    _ work: @escaping @MainActor @Sendable (Subject) -> Void
  ) {
    let token = center.addObserver(forName: name, object: nil, queue: nil) {
      guard let subject = $0.object as? Subject else { return }
      onMainActor { work(subject) }
    }
    tokens.append(token)
  }

  deinit {
    for token in tokens {
      center.removeObserver(token)
    }
  }
}
#endif
