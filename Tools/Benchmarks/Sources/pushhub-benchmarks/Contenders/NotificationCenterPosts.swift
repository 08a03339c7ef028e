import Foundation
import PushHub
import SampleObservers

/// Foundation's center, with a block for each observer that holds it weakly.
final class NotificationCenterPosts: Contender {
  private final class Box: Sendable {
    let event: PushEvent

    init(_ event: PushEvent) {
      self.event = event
    }
  }

  static let name = "NotificationCenter"

  private let center = NotificationCenter()
  private let notification = Notification.Name("event")
  private var tokens: [ObjectIdentifier: any NSObjectProtocol] = [:]
  private var additionalTokens: [any NSObjectProtocol] = []

  func add(_ observer: SampleObserver) {
    let token = center.addObserver(forName: notification, object: nil, queue: nil) {
      [weak observer] notification in
      guard let box = notification.object as? Box else { return }
      MainActor.assumeIsolated { observer?.receive(box.event) }
    }
    if let former = tokens.updateValue(token, forKey: ObjectIdentifier(observer)) {
      additionalTokens.append(former)
    }
  }

  func remove(_ observer: SampleObserver) {
    guard let token = tokens.removeValue(forKey: ObjectIdentifier(observer)) else { return }
    center.removeObserver(token)
  }

  func emit(_ event: PushEvent) {
    center.post(name: notification, object: Box(event))
  }

  func emit(_ event: PushEvent, times: Int) {
    for _ in 0..<times {
      emit(event)
    }
  }
}
