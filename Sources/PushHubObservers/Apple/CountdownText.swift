#if canImport(SwiftUI)
public import SwiftUI

/// A text that shows how much time a model has left.
///
/// ```swift
/// CountdownText("offer-1", in: handler, named: "Breakfast offer")
/// ```
///
/// It writes ``CountdownState/text(in:)`` in the environment's locale with digits of one width, and
/// says ``CountdownState/spokenText(in:)`` to VoiceOver, which while there is time left asks when it
/// needs it; see
/// [updatesFrequently](https://developer.apple.com/documentation/swiftui/accessibilitytraits/updatesfrequently).
/// It follows its model as a ``CountdownView`` does, which is there for any other content.
public struct CountdownText: View {
  private let id: CountdownID
  private let list: CountdownHandler.List
  private let name: String?
  private let placeholder: String
  @Environment(\.locale) private var locale

  /// Shows a model.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - handler: Who counts it.
  ///   - name: What ends when the time is over. It is spoken first, the time being its value; without
  ///     a name the time alone is spoken.
  ///   - placeholder: What is shown as long as no model of that id is registered.
  public init(
    _ id: CountdownID,
    in handler: CountdownHandler,
    named name: String? = nil,
    placeholder: String = "–"
  ) {
    self.init(id, in: handler.ownList, named: name, placeholder: placeholder)
  }

  /// Shows a model of one of a handler's lists.
  ///
  /// - Parameters:
  ///   - id: The model.
  ///   - list: Whose model it is.
  ///   - name: What ends when the time is over; see the other initialiser.
  ///   - placeholder: What is shown as long as the list has no model of that id.
  public init(
    _ id: CountdownID,
    in list: CountdownHandler.List,
    named name: String? = nil,
    placeholder: String = "–"
  ) {
    self.id = id
    self.list = list
    self.name = name
    self.placeholder = placeholder
  }

  /// The text.
  public var body: some View {
    CountdownView(id, in: list) { state in
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
