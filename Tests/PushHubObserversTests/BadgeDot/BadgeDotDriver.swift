import Foundation
import PushHub

@testable import PushHubObservers
@testable import TestSupport

/// A dot's kernel in an app that a test plays, with the store of an app.
struct BadgeDotDriver {
  private(set) var kernel: FeatureKernel<BadgeDotCore>
  private(set) var now = ContinuousClock.now
  private(set) var lifecycle = LifecycleState()

  /// What is stored.
  private(set) var marks: [String: ReadMark]
  private(set) var saveCount = 0

  /// The number of listeners that were started.
  private(set) var listenerCount = 0

  init(firstRun: BadgeDot.FirstRun = .baselineAsRead, marks: [String: ReadMark] = [:]) {
    let configuration = BadgeDot.Configuration(listPage: "list", firstRun: firstRun)
    kernel = FeatureKernel(
      BadgeDotCore(configuration: configuration),
      usesStore: true,
      generator: FixedGenerator.most
    )
    self.marks = marks
    handle(.lifecycle(lifecycle, after: nil))
  }

  var state: BadgeDotState { kernel.state }
  var isListening: Bool { kernel.request != nil }

  private mutating func handle(_ input: KernelInput<BadgeDotCore>) {
    var inputs = [input]
    while !inputs.isEmpty {
      for effect in kernel.handle(inputs.removeFirst(), at: now, date: .distantPast) {
        switch effect {
        case .load: inputs.append(.loaded(FeatureValues(marks)))
        case .save(let changes):
          marks = changes.merged(with: FeatureValues(marks)).marks
          saveCount += 1
          inputs.append(.saved(FeatureValues(marks)))
        case .ask: listenerCount += 1
        default: break
        }
      }
    }
  }
}

// MARK: - Inputs

extension BadgeDotDriver {
  mutating func send(_ action: BadgeDotCore.Action, for account: AccountID? = nil) {
    handle(.action(action, for: account))
  }

  /// Lets time pass, with each deadline on the way.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    while let next = kernel.nextDeadline, next <= end {
      now = max(now, next)
      handle(.deadline)
    }
    now = end
  }

  /// Something becomes true of the app.
  mutating func change(_ change: (inout LifecycleState) -> Void) {
    let former = lifecycle
    change(&lifecycle)
    for event in lifecycle.events(since: former) { handle(.lifecycle(lifecycle, after: event)) }
  }

  /// Another process stores a mark of this dot's.
  mutating func readOutside(_ order: Int) {
    marks.merge(["ann": .numbered(order)], uniquingKeysWith: max)
  }

  /// The listener reports notifications by their order.
  mutating func report(_ orders: [Int]) {
    guard let number = kernel.request?.number else { return }
    handle(.progress(number, orders.map(NotificationCursor.numbered)))
  }

  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    guard let number = kernel.request?.number else { return }
    handle(.answer(number, .failure(failure)))
  }

  mutating func read(_ order: Int? = nil) {
    send(.read(upTo: order.map(NotificationCursor.numbered)))
  }
}

extension BadgeDotDriver {
  /// Ann is signed in, has read up to 3, and looks at another page; the list is 1, 2, 3.
  static func ann() -> Self {
    var driver = Self(marks: ["ann": .upTo(.numbered(3))])
    driver.change { $0.phase = .active }
    driver.change { $0.account = "ann" }
    driver.report([1, 2, 3])
    return driver
  }
}
