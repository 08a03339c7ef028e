#if canImport(SwiftUI) && canImport(UserNotifications)
public import Foundation
public import SwiftUI

// One name for each platform's delegate and for each platform's adaptor, so that an app for several
// platforms writes no conditions.
#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// Lets SwiftUI make an app delegate, by one name on every platform.
///
/// ```swift
/// @PushHubAppDelegateAdaptor(PushHubAppDelegate.self) private var hub
/// ```
///
/// It is `UIApplicationDelegateAdaptor`, `NSApplicationDelegateAdaptor` or
/// `WKApplicationDelegateAdaptor`. See
/// [UIApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/uiapplicationdelegateadaptor).
public typealias PushHubAppDelegateAdaptor<Delegate: NSObject & UIApplicationDelegate> =
  UIApplicationDelegateAdaptor<Delegate>
#elseif canImport(AppKit)
public import AppKit

/// The application delegate of an app that leaves its pushes to PushHub, by its name on every platform.
public typealias PushHubAppDelegate = PushHubMacAppDelegate

/// Lets SwiftUI make an app delegate, by one name on every platform.
///
/// See [NSApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/nsapplicationdelegateadaptor).
public typealias PushHubAppDelegateAdaptor<Delegate: NSObject & NSApplicationDelegate> =
  NSApplicationDelegateAdaptor<Delegate>
#elseif canImport(WatchKit)
public import WatchKit

/// The application delegate of an app that leaves its pushes to PushHub, by its name on every platform.
public typealias PushHubAppDelegate = PushHubWatchAppDelegate

/// Lets SwiftUI make an app delegate, by one name on every platform.
///
/// See [WKApplicationDelegateAdaptor](https://developer.apple.com/documentation/swiftui/wkapplicationdelegateadaptor).
public typealias PushHubAppDelegateAdaptor<Delegate: NSObject & WKApplicationDelegate> =
  WKApplicationDelegateAdaptor<Delegate>
#endif
#endif
