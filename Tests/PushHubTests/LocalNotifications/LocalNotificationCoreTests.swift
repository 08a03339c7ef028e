import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

/// What the core makes of answers that come at odd moments.
struct LocalNotificationCoreTests {
  private let start = Date(timeIntervalSince1970: 1_767_225_600)
  private let now = ContinuousClock.now
  private var core = LocalNotificationCore(limit: 64, timeout: .seconds(10), calendar: .utc)

  /// Tells an event some seconds after the start.
  ///
  /// - Returns: What the system is asked for, and what the log is told; what is saved is saved.
  private mutating func tell(
    _ kind: LocalNotificationCore.Kind,
    at seconds: Int = 0
  ) -> [String] {
    let date = start + TimeInterval(seconds)
    var told: [String] = []
    for effect in core.handle(.init(kind, at: date), at: now + .seconds(seconds)) {
      switch effect {
      case .call(let number, .add(let request)):
        told.append("\(number) add \(request.notification.id)")
      case .call(let number, .removePending(let identifiers)):
        told.append("\(number) remove \(identifiers.count)")
      case .call(let number, .pending): told.append("\(number) pending")
      case .log(.missed(let id)): told.append("missed \(id)")
      case .log(.failed(let reason)): told.append("failed: \(reason)")
      case .save: told += tell(.saved(true), at: seconds)
      case .log, .cancel, .settled, .release, .look: break
      }
    }
    return told
  }

  private mutating func schedule(_ id: String, after due: Int, at seconds: Int = 0) -> [String] {
    tell(
      .schedule(
        LocalNotification(id: id, body: "\(due)", trigger: .after(.seconds(due))),
        for: nil,
        wishedAt: start + TimeInterval(seconds)
      ),
      at: seconds
    )
  }

  @Test mutating func `what was done too late is seen when it is asked what the system holds`() {
    #expect(tell(.loaded(.init())) == ["1 pending"])
    #expect(tell(.answered(1, .pending([]))) == [])
    #expect(schedule("a", after: 60) == ["2 add a"])
    #expect(tell(.deadline, at: 10) == ["failed: no answer"])
    #expect(tell(.occasion, at: 11) == ["3 pending"])
    #expect(tell(.answered(3, .pending([])), at: 11) == ["4 add a"])
    #expect(tell(.answered(4, .done), at: 11) == [])
    #expect(tell(.answered(2, .done), at: 12) == ["5 pending"])
  }

  @Test mutating func `at its moment the one that had its name before does not stand for it`() {
    _ = tell(.loaded(.init()))
    _ = tell(.answered(1, .pending([])))
    #expect(schedule("a", after: 600) == ["2 add a"])
    #expect(tell(.answered(2, .done)) == [])
    #expect(schedule("a", after: 60) == ["3 add a"])
    #expect(tell(.deadline, at: 10) == ["failed: no answer"])
    #expect(tell(.occasion, at: 59) == ["4 pending"])
    let answer = LocalNotificationCore.Answer.pending([LocalNotificationRequest.prefix + "a"])
    #expect(tell(.answered(4, answer), at: 60) == ["missed a", "5 remove 1"])
  }
}
