import SwiftUI

/// [Apple](https://developer.apple.com/documentation/foundation/localizedstringresource), a structure of Foundation.
public typealias LocalizedStringResource = String

/// [Apple](https://developer.apple.com/documentation/appintents/intentmodes).
public struct IntentModes {
  /// [Apple](https://developer.apple.com/documentation/appintents/intentmodes/foreground).
  public static var foreground: IntentModes { IntentModes() }
}

/// [Apple](https://developer.apple.com/documentation/appintents/intentresult).
public protocol IntentResult: Sendable {}

/// [Apple](https://developer.apple.com/documentation/appintents/intentresultcontainer).
public struct IntentResultContainer<Value, OpensIntent, SnippetView, Dialog>: IntentResult {}

extension IntentResult where Self == IntentResultContainer<Never, Never, Never, Never> {
  /// [Apple](https://developer.apple.com/documentation/appintents/intentresult/result()).
  public static func result() -> Self { IntentResultContainer() }
}

/// [Apple](https://developer.apple.com/documentation/appintents/appintent).
public protocol AppIntent: Sendable {
  associatedtype PerformResult: IntentResult

  /// [Apple](https://developer.apple.com/documentation/appintents/appintent/title).
  static var title: LocalizedStringResource { get }

  /// [Apple](https://developer.apple.com/documentation/appintents/appintent/supportedmodes).
  static var supportedModes: IntentModes { get }

  /// [Apple](https://developer.apple.com/documentation/appintents/appintent/init()).
  init()

  /// [Apple](https://developer.apple.com/documentation/appintents/appintent/perform()).
  func perform() async throws -> PerformResult
}

extension AppIntent {
  /// [Apple](https://developer.apple.com/documentation/appintents/appintent/parameter).
  public typealias Parameter = IntentParameter
}

/// [Apple](https://developer.apple.com/documentation/appintents/liveactivityintent).
public protocol LiveActivityIntent: AppIntent {}

/// [Apple](https://developer.apple.com/documentation/appintents/appintentspackage).
public protocol AppIntentsPackage {}

/// [Apple](https://developer.apple.com/documentation/appintents/intentparameter).
@propertyWrapper
public final class IntentParameter<Value>: @unchecked Sendable {
  /// [Apple](https://developer.apple.com/documentation/appintents/intentparameter/wrappedvalue).
  public var wrappedValue: Value

  /// [Apple](https://developer.apple.com/documentation/appintents/intentparameter/init(title:description:default:inputoptions:requestvaluedialog:inputconnectionbehavior:)),
  /// without the parameters that have defaults.
  public init(title: LocalizedStringResource) where Value == String { wrappedValue = "" }
}

extension Button where Label == Text {
  /// [Apple](https://developer.apple.com/documentation/swiftui/button/init(_:intent:)-7urde).
  public init(_ title: some StringProtocol, intent: some AppIntent) {
    self.init(title) { Task { _ = try await intent.perform() } }
  }
}
