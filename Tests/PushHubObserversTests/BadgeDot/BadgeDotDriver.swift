import PushHub
import PushHubTesting

@testable import PushHubObservers
@testable import TestSupport

/// A dot's kernel in an app that a test plays, with the store of an app.
typealias BadgeDotDriver = FeatureSimulation<BadgeDotCore>

extension BadgeDotDriver {
  init(firstRun: BadgeDot.FirstRun = .baselineAsRead, store: BadgeDotCore.Values = [:]) {
    let configuration = BadgeDot.Configuration(listPage: "list", firstRun: firstRun)
    self.init(
      BadgeDotCore(configuration: configuration),
      store: store,
      generator: FixedGenerator.most
    )
    changeLifecycle { _ in }
  }

  /// Ann is signed in, has read up to 3, and looks at another page; the list is 1, 2, 3.
  static func ann() -> Self {
    var driver = Self(store: ["ann": .upTo(.numbered(3))])
    driver.changeLifecycle { $0.phase = .active }
    driver.changeLifecycle { $0.account = "ann" }
    driver.report([1, 2, 3])
    return driver
  }

  var isListening: Bool { request != nil }

  /// The number of listeners that were started.
  var listenerCount: Int {
    effects.count { if case .ask = $0 { true } else { false } }
  }

  /// Another process stores a mark of this dot's.
  mutating func readOutside(_ order: Int) {
    store.accounts.merge(["ann": .numbered(order)], uniquingKeysWith: max)
  }

  /// The listener reports notifications by their order.
  mutating func report(_ orders: [Int]) {
    guard let number = kernel.request?.number else { return }
    handle(.progress(number, orders.map(NotificationCursor.numbered)))
  }

  mutating func fail(_ failure: SourceFailure = SourceFailure(message: "down")) {
    answer(.failure(failure))
  }

  mutating func read(_ order: Int? = nil) {
    send(.read(upTo: order.map(NotificationCursor.numbered)))
  }
}
