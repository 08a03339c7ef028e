public import Foundation

/// The decisions of a feature: a value that handles one input after another.
///
/// All state of the feature is in here, each input comes with the time of a ``ManualFeatureTurn``, and the
/// turn collects what the feature does. There is no task, no timer and no closure in a core, so a test
/// can try every sequence of inputs, each at its time, without an app and without waiting.
///
/// ```swift
/// struct ReminderCore: ManualFeatureCore {
///   var state = 0
///   private(set) var nextDeadline: ContinuousClock.Instant?
///
///   mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>) {
///     switch input {
///     case .push: nextDeadline = turn.now + .seconds(600)
///     case .deadline:
///       nextDeadline = nil
///       state += 1
///       turn.log(ReminderEvent.reminded)
///     default: break
///     }
///   }
/// }
/// ```
///
/// A ``ManualFeatureRuntime`` does the rest; see <doc:write-an-observer> for a whole feature.
public protocol ManualFeatureCore {
  /// The state that the app shows. The runtime publishes each change.
  associatedtype State: Equatable & Sendable

  /// The events of the feature's log.
  associatedtype Event: FeatureEvent

  /// The feature's own inputs: requests of the app, and answers of the outside world.
  associatedtype Input: Sendable = Never

  /// The feature's own effects, which its own code performs.
  associatedtype Effect: Equatable & Sendable = Never

  /// The value that the feature keeps in a ``Store``.
  associatedtype Stored: Codable & Equatable & Sendable = Never

  /// Whether the core handles ``ManualFeatureInput/loaded(_:)`` before any other input; by default not.
  ///
  /// The runtime reads the store when the feature is attached for the first time. While the store can't be
  /// read, all inputs wait in their order, and work in the background fails.
  static var waitsForStore: Bool { get }

  /// The state that the app shows now.
  var state: State { get }

  /// The time when the core handles ``ManualFeatureInput/deadline`` if nothing happens before; `nil` for never.
  ///
  /// The runtime reads it after each input. An instant that has passed is due at once. By default
  /// `nil`.
  var nextDeadline: ContinuousClock.Instant? { get }

  /// Handles an input.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - turn: The time, which is never before that of the last input, and the effects.
  mutating func handle(_ input: ManualFeatureInput<Self>, in turn: inout ManualFeatureTurn<Self>)

  /// The event for a store that can't be read or written; by default none.
  static func storeFailed(_ message: String) -> Event?
}

extension ManualFeatureCore {
  /// `false`.
  public static var waitsForStore: Bool { false }

  /// Never.
  public var nextDeadline: ContinuousClock.Instant? { nil }

  /// `nil`.
  public static func storeFailed(_ message: String) -> Event? { nil }
}

/// An input of a core.
public indirect enum ManualFeatureInput<Core: ManualFeatureCore>: Sendable {
  /// The present lifecycle: once at the start, and after each event.
  case lifecycle(LifecycleState, after: LifecycleEvent?)

  /// An event of a kind that the runtime observes.
  case push(PushEvent)

  /// Work in the background for a push or, with `nil`, in a refresh, until
  /// ``ManualFeatureTurn/finishWork(_:for:)``.
  case work(for: Push?)

  /// ``ManualFeatureCore/nextDeadline`` has come.
  case deadline

  /// The value of the store, after ``ManualFeatureTurn/load()``.
  ///
  /// `nil` if nothing was saved, or if it can't be decoded. While the store can't be read, this input
  /// does not come: the runtime tries again with every other input, and every ten seconds.
  case loaded(Core.Stored?)

  /// Whether the store has the value of the latest ``ManualFeatureTurn/save(_:)``.
  ///
  /// After `false` the runtime tries again with every other input, and every ten seconds.
  case saved(Bool)

  /// The feature is detached. Nothing is scheduled afterward, and its tasks are canceled.
  case detached

  /// An input of the feature's own.
  case own(Core.Input)
}

/// One input's time, and the effects of handling it.
public struct ManualFeatureTurn<Core: ManualFeatureCore> {
  /// The monotonic time.
  public let now: ContinuousClock.Instant

  /// The wall clock, for showing and storing only.
  public let date: Date

  /// The rules by which the app identifies pushes.
  public let identification: PushIdentification

  /// The effects, in order.
  public private(set) var effects: [ManualFeatureEffect<Core>] = []

  /// Begins a turn.
  public init(
    now: ContinuousClock.Instant,
    date: Date,
    identification: PushIdentification = PushIdentification()
  ) {
    self.now = now
    self.date = date
    self.identification = identification
  }
}

extension ManualFeatureTurn {
  /// Logs what the feature does.
  public mutating func log(_ event: Core.Event) {
    effects.append(.log(event))
  }

  /// Records what the outside world has done.
  public mutating func record(_ record: any FeatureRecord) {
    effects.append(.record(record))
  }

  /// Reads the store; ``ManualFeatureInput/loaded(_:)`` comes before any other input.
  ///
  /// A value that could not be saved so far is discarded. After `saved(false)` the store is read with the
  /// next try, so that a core can merge its changes with what another process has written by then.
  public mutating func load() {
    effects.append(.load)
  }

  /// Keeps a value in the store; ``ManualFeatureInput/saved(_:)`` comes before any other input.
  ///
  /// The content of the store is not replaced while it can't be read: save again after
  /// ``ManualFeatureInput/loaded(_:)``.
  public mutating func save(_ value: Core.Stored) {
    effects.append(.save(value))
  }

  /// Cancels a task that ``ManualFeatureRuntime/start(_:fileID:line:_:)`` began; none of its inputs comes any more.
  public mutating func cancel(_ task: String = "request") {
    effects.append(.cancel(task))
  }

  /// Finishes work in the background that has begun.
  ///
  /// - Parameters:
  ///   - result: The result that the work returns.
  ///   - pushes: The pushes whose work is finished, with `nil` for refreshes; other work continues. By
  ///     default all work is finished.
  public mutating func finishWork(_ result: FetchResult, for pushes: [Push?]? = nil) {
    effects.append(.finishWork(result, for: pushes))
  }

  /// Performs an effect of the feature's own.
  public mutating func perform(_ effect: Core.Effect) {
    effects.append(.own(effect))
  }
}

/// An effect that a core returns.
public indirect enum ManualFeatureEffect<Core: ManualFeatureCore> {
  /// See ``ManualFeatureTurn/log(_:)``.
  case log(Core.Event)

  /// See ``ManualFeatureTurn/record(_:)``.
  case record(any FeatureRecord)

  /// See ``ManualFeatureTurn/load()``.
  case load

  /// See ``ManualFeatureTurn/save(_:)``.
  case save(Core.Stored)

  /// See ``ManualFeatureTurn/cancel(_:)``.
  case cancel(String)

  /// See ``ManualFeatureTurn/finishWork(_:for:)``.
  case finishWork(FetchResult, for: [Push?]? = nil)

  /// See ``ManualFeatureTurn/perform(_:)``.
  case own(Core.Effect)
}

extension ManualFeatureEffect: Equatable {
  /// Whether two effects are equal.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.log(let left), .log(let right)): left == right
    case (.record(let left), .record(let right)): left.isEqual(to: right)
    case (.load, .load): true
    case (.save(let left), .save(let right)): left == right
    case (.cancel(let left), .cancel(let right)): left == right
    case (.finishWork(let left, let pushes), .finishWork(let right, let others)):
      left == right && pushes?.map(\.?.objectIdentifier) == others?.map(\.?.objectIdentifier)
    case (.own(let left), .own(let right)): left == right
    default: false
    }
  }
}

extension FeatureRecord {
  fileprivate func isEqual(to other: any FeatureRecord) -> Bool { self == other as? Self }
}
