#if canImport(UIKit) && !os(watchOS)
import Foundation
public import UIKit

extension UILabel {
  /// Writes how much time is left, with digits of one width, and gives it in units to VoiceOver.
  ///
  /// It writes ``CountdownState/text``, and VoiceOver speaks ``CountdownState/spokenText``. While
  /// there is time left, VoiceOver reads it on demand, not every second; see
  /// [updatesFrequently](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/updatesfrequently).
  /// Apart from its digits the font stays as it is.
  ///
  /// - Parameters:
  ///   - state: The state to show.
  ///   - name: The name of what ends with the time, such as "Breakfast offer". It is spoken first, the
  ///     time being its value; without a name the time alone is spoken.
  public func showCountdown(_ state: CountdownState, named name: String? = nil) {
    if let font = font?.withDigitsOfOneWidth { self.font = font }
    text = state.text
    let spokenText = state.spokenText
    accessibilityLabel = name ?? spokenText
    accessibilityValue = name == nil ? nil : spokenText
    if state.isExpired {
      accessibilityTraits.remove(.updatesFrequently)
    } else {
      accessibilityTraits.insert(.updatesFrequently)
    }
  }
}

extension UIFont {
  /// A feature's settings, of which some fonts name the type and the selector in words.
  private typealias Feature = [UIFontDescriptor.FeatureKey: Any]

  /// The number-spacing feature, type 6, and its selector 0 for monospaced numbers.
  ///
  /// See Apple's [font feature registry](https://developer.apple.com/fonts/TrueType-Reference-Manual/RM09/AppendixF.html).
  private static let numberSpacing = 6
  private static let monospacedNumbers = 0

  /// This font with digits of one width; `nil` if it has them, or its digits were configured.
  fileprivate var withDigitsOfOneWidth: UIFont? {
    let features = fontDescriptor.object(forKey: .featureSettings) as? [Feature] ?? []
    guard !features.contains(where: { $0[.type] as? Int == Self.numberSpacing }) else { return nil }
    let feature: Feature = [.type: Self.numberSpacing, .selector: Self.monospacedNumbers]
    let descriptor = fontDescriptor.addingAttributes([.featureSettings: features + [feature]])
    return UIFont(descriptor: descriptor, size: 0)
  }
}
#endif
