import Foundation

/// [Apple](https://developer.apple.com/documentation/uikit/uicolor).
public final class UIColor: NSObject, Sendable {
  private let name: String

  private init(_ name: String) {
    self.name = name
  }

  public override var description: String { name }

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/systemred).
  public static let systemRed = UIColor("systemRed")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/systemgray).
  public static let systemGray = UIColor("systemGray")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/systemblue).
  public static let systemBlue = UIColor("systemBlue")
  #endif

  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/white).
  public static let white = UIColor("white")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/black).
  public static let black = UIColor("black")

  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/clear).
  public static let clear = UIColor("clear")

  #if !os(tvOS) && !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/uikit/uicolor/systembackground).
  public static let systemBackground = UIColor("systemBackground")
  #endif
}
