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
/// when a detail page is left, shows at once how much is left by then. Given another id, or another
/// handler, it is another view. It is never evicted.
public struct CountdownView<Content: View>: View {
  private let id: String
  private let handler: CountdownHandler
  private let content: (CountdownState?) -> Content

  /// Shows a model.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - handler: The handler that counts it.
  ///   - content: The content for a state; it gets `nil` as long as no model of that id is registered.
  public init(
    _ id: String,
    in handler: CountdownHandler,
    @ViewBuilder content: @escaping (CountdownState?) -> Content
  ) {
    self.id = id
    self.handler = handler
    self.content = content
  }

  /// The content for the present state.
  public var body: some View {
    VisibleCountdown(id: id, handler: handler, content: content)
      .id(id)
      .id(ObjectIdentifier(handler))
  }
}

/// One model in one place, which is followed while it is visible.
private struct VisibleCountdown<Content: View>: View {
  let id: String
  let handler: CountdownHandler
  let content: (CountdownState?) -> Content
  @State var countdown: ObservedCountdown?

  /// Before the view has appeared nothing is followed yet.
  var body: some View {
    content(countdown.map(\.state) ?? handler.state(of: id))
      .onAppear { countdown = ObservedCountdown(id, in: handler) }
      .onDisappear { countdown = nil }
  }
}

/// A text that shows how much time a model has left.
///
/// ```swift
/// CountdownText("offer-1", in: handler, named: "Breakfast offer")
/// ```
///
/// It writes ``CountdownState/text(in:)`` in the environment's locale with digits of one width, and
/// gives ``CountdownState/spokenText(in:)`` to VoiceOver, which while there is time left asks when it
/// needs it; see
/// [updatesFrequently](https://developer.apple.com/documentation/swiftui/accessibilitytraits/updatesfrequently).
/// It follows its model as a ``CountdownView`` does, which is there for any other content.
public struct CountdownText: View {
  private let id: String
  private let handler: CountdownHandler
  private let name: String?
  private let placeholder: String
  @Environment(\.locale) private var locale

  /// Shows a model.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - handler: The handler that counts it.
  ///   - name: The name of what ends with the time. It is spoken first, the time being its value; without
  ///     a name the time alone is spoken.
  ///   - placeholder: The text that is shown as long as no model of that id is registered.
  public init(
    _ id: String,
    in handler: CountdownHandler,
    named name: String? = nil,
    placeholder: String = "–"
  ) {
    self.id = id
    self.handler = handler
    self.name = name
    self.placeholder = placeholder
  }

  /// The text.
  public var body: some View {
    CountdownView(id, in: handler) { state in
      let spokenText = state?.spokenText(in: locale) ?? placeholder
      Text(state?.text(in: locale) ?? placeholder)
        .monospacedDigit()
        .accessibilityLabel(name ?? spokenText)
        .accessibilityValue(name == nil ? "" : spokenText)
        .accessibilityAddTraits(state?.isExpired == false ? .updatesFrequently : [])
    }
  }
}
#endif
