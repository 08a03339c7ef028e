import Observation

/// An object that shows a model: a cell of a list, a label, a view model.
///
/// ```swift
/// extension OfferCell: CountdownTarget {
///   func countdownChanged(to state: CountdownState) {
///     timeLabel.text = state.isExpired ? "over" : format(state.remaining)
///   }
///
///   func countdownRemoved(_ id: String) {
///     timeLabel.text = nil
///   }
/// }
/// ```
///
/// A handler holds its targets weakly.
@MainActor
public protocol CountdownTarget: AnyObject {
  /// Called with what to show now.
  ///
  /// Called as soon as the target is bound to a registered model, then with each tick while the model
  /// has time left, and once when it ends. The target may bind, register, remove, reload and stop
  /// from inside; the updates that this causes come after those that are due already. A target that binds
  /// itself again to the model of this update gets no further one for that.
  func countdownChanged(to state: CountdownState)

  /// Called when the model was removed, as when a refreshed list lacks it.
  ///
  /// The target stays bound, and is updated with another model of that id. By default it does nothing,
  /// so that the target keeps showing its last state.
  func countdownRemoved(_ id: String)
}

extension CountdownTarget {
  /// Does nothing.
  public func countdownRemoved(_ id: String) {}
}

/// One model of a countdown handler, for SwiftUI to observe, now or as soon as it is registered.
///
/// It is updated like any target for as long as it is kept alive, but is no cell: it does not count for
/// the maximum and is never unbound for another.
@MainActor
@Observable
final class ObservedCountdown: CountdownTarget {
  /// The state to show; `nil` while no model of that id is registered.
  private(set) var state: CountdownState?

  init(_ id: String, in handler: CountdownHandler) {
    handler.bind(self, to: id, isCell: false)
  }

  func countdownChanged(to state: CountdownState) {
    self.state = state
  }

  func countdownRemoved(_ id: String) {
    state = nil
  }
}

/// Sends the states of one model to a stream, which ends with it.
@MainActor
final class CountdownStreamTarget: CountdownTarget {
  private let continuation: AsyncStream<CountdownState>.Continuation

  init(_ continuation: AsyncStream<CountdownState>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }

  func countdownChanged(to state: CountdownState) {
    continuation.yield(state)
    if state.isExpired {
      continuation.finish()
    }
  }
}
