import Foundation
import PushHub
import PushHubTesting

@testable import TestSupport

/// Remembers its inputs, and does what they say.
struct EchoCore: ManualFeatureCore {
  enum Input {
    case log([String])
    case set(Int, log: String)
    case ask([String])
    case wait(Int)
    case cancel(String)
    case finish(FetchResult, for: [Push?]? = nil)
    case load
    case save(Int)

    /// Adds to what is stored, also if another process changes that before it can be saved.
    case add(Int)
  }

  typealias Event = EchoEvent
  typealias Effect = String
  typealias Stored = Int

  private(set) var state = 0
  private(set) var nextDeadline: ContinuousClock.Instant?
  private(set) var inputs: [String] = []
  private(set) var now: ContinuousClock.Instant?
  private(set) var date: Date?
  private var addend: Int?

  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
    (now, date) = (turn.now, turn.date)
    switch input {
    case .lifecycle(let state, let event):
      let message = "lifecycle \(state.account?.rawValue ?? "nobody")"
      inputs.append(message + (event.map { " after \($0)" } ?? ""))
    case .push(.received(let push)): inputs.append("push \(push.id)")
    case .push: break
    case .work(let push): inputs.append("work \(push?.id ?? "refresh")")
    case .deadline:
      nextDeadline = nil
      turn.log(EchoEvent("late"))
    case .loaded(let value):
      inputs.append("loaded \(value.map(String.init) ?? "nothing")")
      if let addend { turn.save((value ?? 0) + addend) }
    case .saved(let isSaved):
      inputs.append(isSaved ? "saved" : "not saved")
      if isSaved { addend = nil }
      if addend != nil { turn.load() }
    case .detached: inputs.append("detached")
    case .own(let input):
      inputs.append("own")
      handle(input, in: &turn)
    }
  }

  private mutating func handle(_ input: Input, in turn: inout ManualFeatureTurn<Self>) {
    switch input {
    case .log(let message): for word in message { turn.log(EchoEvent(word)) }
    case .set(let number, let word):
      state = number
      turn.log(EchoEvent(word))
    case .ask(let message): for word in message { turn.perform(word) }
    case .wait(let seconds): nextDeadline = turn.now + .seconds(seconds)
    case .cancel(let task): turn.cancel(task)
    case .finish(let result, let pushes): turn.finishWork(result, for: pushes)
    case .load: turn.load()
    case .save(let number): turn.save(number)
    case .add(let number):
      addend = number
      turn.load()
    }
  }

  static func storeFailed(_ message: String) -> EchoEvent? { EchoEvent("store failed") }
}

struct EchoEvent: FeatureEvent {
  let name: String
  var message: String { name }

  init(_ name: String) { self.name = name }
}

final class EchoFeature: LoggingPlugin {
  var log: ((EchoEvent) -> Void)?
}

/// An app with a runtime, whose feature logs words and reacts to them.
@MainActor
final class RuntimeApp: AppFixture {
  let app = SimulatedApp()
  let feature = EchoFeature()
  let runtime: ManualFeatureRuntime<EchoCore>
  var log: [String] = []
  var reactions: [String: @MainActor (ManualFeatureRuntime<EchoCore>) -> Void] = [:]

  init(store: (any Store<Int>)? = nil) {
    runtime = ManualFeatureRuntime(EchoCore(), observes: [.received], store: store)
    feature.log = { [unowned self] event in
      log.append(event.name)
      reactions[event.name]?(runtime)
    }
  }

  /// Attaches the runtime; an own effect returns an input that logs it.
  func attach() {
    runtime.attach(feature, to: context) { _, word in .log([word]) }
  }
}
