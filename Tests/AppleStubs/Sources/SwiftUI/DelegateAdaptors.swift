import AppKit
import Foundation
import UIKit

/// [Apple](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
@MainActor @preconcurrency
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/wrappedvalue).
  public let wrappedValue: DelegateType

  /// [Apple](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor/init(_:)).
  ///
  /// The real one makes the delegate through Objective-C.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = delegateType.init()
  }
}

/// [Apple](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor).
@MainActor @preconcurrency
@propertyWrapper
public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate> {
  /// [Apple](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor/wrappedvalue).
  public let wrappedValue: DelegateType

  /// [Apple](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor/init(_:)).
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = delegateType.init()
  }
}
