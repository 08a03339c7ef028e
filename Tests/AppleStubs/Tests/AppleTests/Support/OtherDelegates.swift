import Foundation
import PushHub
import PushHubTesting
import UserNotifications

/// Another library's delegate, which records its calls and answers as often as configured.
final class OtherDelegate: NSObject, UNUserNotificationCenterDelegate {
  let answerCount: Int
  let options: UNNotificationPresentationOptions
  private(set) var callCount = 0
  private var later: [() -> Void] = []

  init(answerCount: Int = 1, options: UNNotificationPresentationOptions = .list) {
    self.answerCount = answerCount
    self.options = options
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    let options = self.options
    answer { completionHandler(options) }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    answer { completionHandler() }
  }

  /// Calls the handlers that it has kept.
  func answerNow() {
    for handler in later {
      handler()
    }
    later = []
  }

  private func answer(_ handler: @escaping @Sendable () -> Void) {
    callCount += 1
    later.append(handler)
    for _ in 0..<answerCount {
      DispatchQueue.global().async { handler() }
    }
  }
}

/// A delegate without any method.
final class EmptyDelegate: NSObject, UNUserNotificationCenterDelegate {}

/// A library that replaces the delegate, and forwards its calls to the former one.
@MainActor
final class ChainingDelegate: NSObject, @preconcurrency UNUserNotificationCenterDelegate {
  private(set) var calls: [String] = []
  private weak var former: (any UNUserNotificationCenterDelegate)?

  /// The clock by which it forwards half a minute later.
  var scheduler: ManualScheduler?

  func takeOver(_ center: UNUserNotificationCenter) {
    former = center.delegate
    center.delegate = self
  }

  private func forward(
    _ name: String,
    _ call: @escaping ((any UNUserNotificationCenterDelegate)?) -> Void
  ) {
    calls.append(name)
    guard let scheduler else { return call(former) }
    scheduler.schedule(after: .seconds(30)) { [former] in call(former) }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping @Sendable (UNNotificationPresentationOptions) -> Void
  ) {
    forward("presented") {
      _ = $0?.userNotificationCenter?(
        center,
        willPresent: notification,
        withCompletionHandler: completionHandler
      )
    }
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void
  ) {
    forward("answered") {
      _ = $0?.userNotificationCenter?(
        center,
        didReceive: response,
        withCompletionHandler: completionHandler
      )
    }
  }
}
