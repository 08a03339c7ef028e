#if canImport(SwiftUI)
public import SwiftUI

/// A view that shows a model of a countdown handler while it is visible.
///
/// ```swift
/// CountdownView("offer-1", in: handler) { state in
///   Text(state.map { $0.isExpired ? "Over" : $0.text } ?? "–")
/// }
/// ```
///
/// It follows the model by observation, from its appearance to its disappearance, and has no timer:
/// all of a handler's views are drawn anew with the handler's one tick. A view that comes back, as
/// when a detail page is left, shows at once how much is left by then. It follows another model when
/// it is given another id. As an ``ObservedCountdown`` it is never evicted.
public struct CountdownView<Content: View>: View {
  /// Whose time is shown: that of a model in a handler.
  private struct Subject: Equatable {
    let id: CountdownID
    let handler: ObjectIdentifier
    let list: Int
  }

  private struct Following {
    let subject: Subject
    let countdown: ObservedCountdown
  }

  private let id: CountdownID
  private let list: CountdownHandler.List
  private let content: (CountdownState?) -> Content
  @State private var following: Following?

  /// Shows a model.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - handler: Who counts it.
  ///   - content: What shows a state; it gets `nil` as long as no model of that id is registered.
  public init(
    _ id: CountdownID,
    in handler: CountdownHandler,
    @ViewBuilder content: @escaping (CountdownState?) -> Content
  ) {
    self.init(id, in: handler.ownList, content: content)
  }

  /// Shows a model of one of a handler's lists.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - list: Whose model it is.
  ///   - content: What shows a state; it gets `nil` as long as the list has no model of that id.
  public init(
    _ id: CountdownID,
    in list: CountdownHandler.List,
    @ViewBuilder content: @escaping (CountdownState?) -> Content
  ) {
    self.id = id
    self.list = list
    self.content = content
  }

  /// What the content makes of the present state.
  public var body: some View {
    content(state)
      .onAppear { follow() }
      .onDisappear { following = nil }
      .onChange(of: subject) {
        guard following != nil else { return }
        follow()
      }
  }

  private var subject: Subject {
    Subject(id: id, handler: ObjectIdentifier(list.handler), list: list.number)
  }

  /// Before the view has appeared, and for one drawing after a change of id, nothing is followed yet.
  private var state: CountdownState? {
    guard let following, following.subject == subject else { return list.state(of: id) }
    return following.countdown.state
  }

  private func follow() {
    following = Following(subject: subject, countdown: ObservedCountdown(id, in: list))
  }
}
#endif
