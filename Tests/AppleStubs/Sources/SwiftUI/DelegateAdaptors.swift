import Foundation
import StubSystem

#if canImport(AppKit)
import AppKit
#endif
#if canImport(UIKit)
import UIKit
#endif
#if canImport(WatchKit)
import WatchKit
#endif

#if !os(macOS) && !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue).
  public let wrappedValue: DelegateType

  /// [Apple](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)).
  ///
  /// The real one makes the delegate through Objective-C, where every object can be made so.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = stubMake(delegateType)
  }
}
#endif

#if !os(iOS) && !os(tvOS) && !os(visionOS) && !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor).
@MainActor @preconcurrency
@propertyWrapper
public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor/wrappedvalue).
  public let wrappedValue: DelegateType

  /// [Apple](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor/init(_:)).
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = stubMake(delegateType)
  }
}
#endif

#if !os(iOS) && !os(macOS) && !os(tvOS) && !os(visionOS)
/// [Apple](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor).
@MainActor @preconcurrency
@propertyWrapper
public struct WKApplicationDelegateAdaptor<DelegateType: NSObject & WKApplicationDelegate> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor/wrappedvalue).
  public let wrappedValue: DelegateType

  /// [Apple](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor/init(_:)).
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = stubMake(delegateType)
  }
}
#endif
