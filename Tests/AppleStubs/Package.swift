// swift-tools-version: 6.2

import PackageDescription

let upcomingFeatures = [
  "ExistentialAny",
  "InferIsolatedConformances",
  "InternalImportsByDefault",
  "MemberImportVisibility",
  "NonisolatedNonsendingByDefault",
]

let testSettings: [SwiftSetting] = upcomingFeatures.map { .enableUpcomingFeature($0) }
let settings = testSettings + [.strictMemorySafety()]

// Foundation's folders of app groups are in the stub of UserNotifications, which these do not import.
let sharedSettings = upcomingFeatures.filter { $0 != "MemberImportVisibility" }
  .map { SwiftSetting.enableUpcomingFeature($0) }

// As the real frameworks are: written for another time, and with no promise to the compiler.
let stubSettings: [SwiftSetting] = [.swiftLanguageMode(.v5)]

let frameworks: [Target.Dependency] = [
  "ActivityKit", "AppKit", "BackgroundTasks", "CoreGraphics", "Intents", "Network", "QuartzCore",
  "SwiftUI", "UIKit", "UserNotifications", "WatchKit", "os",
]

// The sources are symbolic links to those of the root package, which on Linux knows no UIKit: a
// dependency on it by path would build it beside itself, and without the adapters.
let package = Package(
  name: "AppleStubs",
  targets: [
    .target(name: "StubSystem", swiftSettings: stubSettings),
    .target(name: "UserNotifications", dependencies: ["StubSystem"], swiftSettings: stubSettings),
    .target(
      name: "Intents",
      dependencies: ["StubSystem", "UserNotifications"],
      swiftSettings: stubSettings
    ),
    .target(name: "ActivityKit", swiftSettings: stubSettings),
    .target(name: "AppIntents", dependencies: ["SwiftUI"], swiftSettings: stubSettings),
    .target(name: "BackgroundTasks", swiftSettings: stubSettings),
    .target(name: "CoreGraphics", swiftSettings: stubSettings),
    .target(name: "CryptoKit", swiftSettings: stubSettings),
    .target(name: "Network", swiftSettings: stubSettings),
    .target(name: "QuartzCore", swiftSettings: stubSettings),
    .target(name: "Security", dependencies: ["UserNotifications"], swiftSettings: stubSettings),
    .target(
      name: "UIKit",
      dependencies: ["CoreGraphics", "QuartzCore", "StubSystem", "UserNotifications"],
      swiftSettings: stubSettings
    ),
    .target(
      name: "AppKit",
      dependencies: ["StubSystem", "UserNotifications"],
      swiftSettings: stubSettings
    ),
    .target(name: "WatchKit", swiftSettings: stubSettings),
    .target(name: "os", swiftSettings: stubSettings),
    .target(
      name: "WidgetKit",
      dependencies: ["ActivityKit", "SwiftUI"],
      swiftSettings: stubSettings
    ),
    .target(
      name: "SwiftUI",
      dependencies: ["AppKit", "StubSystem", "UIKit", "WatchKit"],
      swiftSettings: stubSettings
    ),
    // The overlays that `import Testing` looks for beside `import UIKit` and others.
    .target(name: "_Testing_AppKit", swiftSettings: stubSettings),
    .target(name: "_Testing_CoreGraphics", swiftSettings: stubSettings),
    .target(name: "_Testing_UIKit", swiftSettings: stubSettings),
    .target(
      name: "PushHub",
      dependencies: frameworks,
      swiftSettings: settings
    ),
    .target(
      name: "PushHubRecorder",
      dependencies: ["PushHub"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubDebug",
      dependencies: ["PushHub", "PushHubRecorder"] + frameworks,
      swiftSettings: settings
    ),
    .target(
      name: "PushHubNetworking",
      dependencies: ["PushHub"] + frameworks,
      swiftSettings: settings
    ),
    .target(
      name: "PushHubObservers",
      dependencies: ["PushHub", "PushHubNetworking"] + frameworks,
      swiftSettings: settings
    ),
    .target(
      name: "PushHubBackend",
      dependencies: ["PushHub", "PushHubNetworking"] + frameworks,
      swiftSettings: settings
    ),
    .target(
      name: "PushHubAlerts",
      dependencies: ["PushHub"] + frameworks,
      swiftSettings: settings
    ),
    .target(name: "PushHubTesting", dependencies: ["PushHub"], swiftSettings: settings),
    .executableTarget(
      name: "Inbox",
      dependencies: ["PushHub", "PushHubAlerts", "PushHubBackend", "PushHubObservers"] + frameworks,
      swiftSettings: settings
    ),
    .target(
      name: "NotificationService",
      dependencies: ["PushHub", "PushHubAlerts", "PushHubBackend", "UserNotifications"],
      swiftSettings: testSettings
    ),
    .target(
      name: "AccountsShared",
      dependencies: ["CryptoKit", "PushHub", "PushHubAlerts", "Security"],
      swiftSettings: sharedSettings
    ),
    .target(
      name: "AccountsService",
      dependencies: ["AccountsShared", "PushHub", "PushHubAlerts", "UserNotifications"],
      swiftSettings: testSettings
    ),
    .target(
      name: "AccountsApp",
      dependencies: [
        "AccountsShared", "PushHub", "PushHubAlerts", "PushHubBackend", "PushHubObservers", "UIKit",
      ],
      swiftSettings: testSettings
    ),
    .target(
      name: "DeliveryShared",
      dependencies: ["ActivityKit", "AppIntents", "PushHub", "PushHubBackend"],
      swiftSettings: sharedSettings
    ),
    // Without what needs Apple's macros and more of WidgetKit.
    .target(
      name: "DeliveryWidgets",
      dependencies: [
        "ActivityKit", "AppIntents", "DeliveryShared", "PushHubBackend", "SwiftUI", "WidgetKit",
      ],
      exclude: ["DeliveryBundle.swift", "OrdersControl.swift"],
      swiftSettings: testSettings
    ),
    .executableTarget(
      name: "DeliveryApp",
      dependencies: [
        "DeliveryShared", "PushHub", "PushHubBackend", "PushHubObservers", "SwiftUI", "UIKit",
      ],
      exclude: ["Previews.swift"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "AppleTests",
      dependencies: [
        "AccountsApp", "AccountsService", "DeliveryApp", "DeliveryShared", "DeliveryWidgets",
        "Inbox", "NotificationService", "PushHub", "PushHubAlerts", "PushHubBackend",
        "PushHubDebug", "PushHubNetworking", "PushHubObservers", "PushHubTesting",
        "StubSystem",
        "_Testing_AppKit", "_Testing_CoreGraphics", "_Testing_UIKit",
      ] + frameworks,
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)
