#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
import Foundation

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
