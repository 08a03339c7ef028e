import Foundation
import StubSystem

/// What the user has set, for the tests that set it.
@MainActor
public final class StubAccessibilitySettings {
  public var reducesMotion = false
  public private(set) var questions = 0

  public nonisolated init() {}

  func ask() -> Bool {
    questions += 1
    return reducesMotion
  }
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibility).
///
/// In C it is a structure with a pointer, so that strict memory safety takes each use for unsafe.
@MainActor
@unsafe public struct UIAccessibility {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibility/notification).
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibility/notification/announcement).
    public static let announcement = Notification(rawValue: 1008)

    /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibility/notification/layoutchanged).
    public static let layoutChanged = Notification(rawValue: 1001)
  }

  /// What was posted.
  public static var stubPosted: [Notification] = []

  /// What was said.
  public static var stubSpoken: [String] = []

  /// What the user of this test has set.
  @TaskLocal public static var stubSettings = StubAccessibilitySettings()

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibility/isreducemotionenabled).
  public static var isReduceMotionEnabled: Bool { stubSettings.ask() }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibility/post(notification:argument:)).
  public static func post(notification: Notification, argument: Any?) {
    StubMainThread.require()
    stubPosted.append(notification)
    stubSpoken += [argument as? String].compactMap { $0 }
  }
  #endif
}

/// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits).
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/button).
  public static let button = UIAccessibilityTraits(rawValue: 1 << 0)

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/image).
  public static let image = UIAccessibilityTraits(rawValue: 1 << 2)

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/statictext).
  public static let staticText = UIAccessibilityTraits(rawValue: 1 << 6)

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitytraits/updatesfrequently).
  public static let updatesFrequently = UIAccessibilityTraits(rawValue: 1 << 9)
}

#if !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction).
@MainActor
open class UIAccessibilityCustomAction: NSObject {
  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction/handler).
  public typealias Handler = (UIAccessibilityCustomAction) -> Bool

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction/name).
  open var name: String

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction/actionhandler).
  open var actionHandler: Handler?

  /// [Apple](https://developer.apple.com/documentation/uikit/uiaccessibilitycustomaction/init(name:actionhandler:)).
  public init(name: String, actionHandler: @escaping Handler) {
    self.name = name
    self.actionHandler = actionHandler
  }
}
#endif
