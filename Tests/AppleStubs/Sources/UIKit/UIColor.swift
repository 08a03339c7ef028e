import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uicolor).
open class UIColor: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/systembackground).
  public static var systemBackground: UIColor { UIColor() }
}
