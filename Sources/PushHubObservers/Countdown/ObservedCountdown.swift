public import Observation

/// One model of a countdown handler, for SwiftUI to observe.
///
/// ```swift
/// struct OfferRow: View {
///   @State var countdown: ObservedCountdown
///
///   var body: some View {
///     Text(countdown.state.map { format($0.remaining) } ?? "–")
///   }
/// }
/// ```
///
/// It is told like any target for as long as somebody keeps it, but is no cell: it does not count for
/// the maximum and is never evicted.
@MainActor
@Observable
public final class ObservedCountdown: CountdownTarget {
  /// The model.
  @ObservationIgnored public let id: CountdownID

  /// What there is to show; `nil` while no model of that id is registered.
  public private(set) var state: CountdownState?

  /// Observes a model, now or as soon as one of that id is registered.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - handler: Who counts it; not kept alive.
  public init(_ id: CountdownID, in handler: CountdownHandler) {
    self.id = id
    handler.watch(id, in: 0, with: self)
  }

  /// Observes a model of one of a handler's lists.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - list: Whose model it is; its handler is not kept alive.
  public init(_ id: CountdownID, in list: CountdownHandler.List) {
    self.id = id
    list.handler.watch(id, in: list.number, with: self)
  }

  /// Follows the model.
  public func countdownChanged(to state: CountdownState) {
    self.state = state
  }

  /// Notes that there is nothing to show.
  public func countdownRemoved(_ id: CountdownID) {
    state = nil
  }
}
