#if canImport(UserNotifications) && !os(tvOS)
import Foundation
import PushHub
import Synchronization
// The framework promises the compiler nothing about its classes; only copies leave its callbacks.
@unsafe @preconcurrency public import UserNotifications

/// The system's list of delivered notifications, of this process's notification center.
///
/// In a process that has none, such as a command-line run, the list is empty. See
/// [getDeliveredNotifications(completionHandler:)](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getdeliverednotifications(completionhandler:)).
@MainActor
public final class SystemNotificationCenter: DeliveredNotificationCenter {
  private let givenCenter: UNUserNotificationCenter?
  private lazy var center = givenCenter ?? UNUserNotificationCenter.current(of: .main)

  /// Wraps a notification center, that of the process by default.
  public init(_ center: UNUserNotificationCenter? = nil) {
    givenCenter = center
  }

  /// Asks the system; gives nothing when the task is cancelled before it answers.
  public func delivered() async -> [DeliveredNotification] {
    guard let center else { return [] }
    let answer = FirstAnswer()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        answer.wait(continuation)
        center.getDeliveredNotifications { @Sendable notifications in
          answer.give(notifications.map { DeliveredNotification($0) })
        }
      }
    } onCancel: {
      answer.give([])
    }
  }

  /// Has the system remove notifications, which it does a moment later.
  public func remove(_ ids: [String]) {
    center?.removeDeliveredNotifications(withIdentifiers: ids)
  }
}

extension DeliveredNotification {
  /// Copies what the system shows.
  public init(_ notification: UNNotification) {
    self.init(
      id: notification.request.identifier,
      payload: PushPayload(notification.request),
      date: notification.date
    )
  }
}

/// Takes the first of several answers, from any thread, before or after somebody waits for it.
private final class FirstAnswer: Sendable {
  private enum State {
    case unasked
    case waiting(CheckedContinuation<[DeliveredNotification], Never>)
    case given([DeliveredNotification])
    case taken
  }

  private let state = Mutex(State.unasked)

  func wait(_ continuation: CheckedContinuation<[DeliveredNotification], Never>) {
    let early: [DeliveredNotification]? = state.withLock { state in
      if case .given(let answer) = state {
        state = .taken
        return answer
      }
      state = .waiting(continuation)
      return nil
    }
    if let early {
      continuation.resume(returning: early)
    }
  }

  func give(_ answer: [DeliveredNotification]) {
    let waiting: CheckedContinuation<[DeliveredNotification], Never>? = state.withLock { state in
      switch state {
      case .unasked:
        state = .given(answer)
        return nil
      case .waiting(let continuation):
        state = .taken
        return continuation
      case .given, .taken: return nil
      }
    }
    waiting?.resume(returning: answer)
  }
}
#endif
