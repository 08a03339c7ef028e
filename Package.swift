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

/// The hub, and all that stands ready for it.
let features: [Target.Dependency] = [
  "PushHub", "PushHubAlerts", "PushHubBackend", "PushHubNetworking", "PushHubObservers",
]

let package = Package(
  name: "PushHub",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PushHub", targets: ["PushHub"]),
    .library(name: "PushHubRecorder", targets: ["PushHubRecorder"]),
    .library(name: "PushHubDebug", targets: ["PushHubDebug"]),
    .library(name: "PushHubNetworking", targets: ["PushHubNetworking"]),
    .library(name: "PushHubObservers", targets: ["PushHubObservers"]),
    .library(name: "PushHubBackend", targets: ["PushHubBackend"]),
    .library(name: "PushHubAlerts", targets: ["PushHubAlerts"]),
    .library(name: "PushHubReplay", targets: ["PushHubReplay"]),
    .library(name: "PushHubScripts", targets: ["PushHubScripts"]),
    .executable(name: "pushhub-demo", targets: ["pushhub-demo"]),
  ],
  targets: [
    .target(
      name: "PushHub",
      exclude: ["Debug", "Recorder"],
      resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubRecorder",
      dependencies: ["PushHub"],
      path: "Sources/PushHub/Recorder",
      swiftSettings: settings
    ),
    // A screen for testers, which release builds leave out.
    .target(
      name: "PushHubDebug",
      dependencies: ["PushHub", "PushHubRecorder"],
      path: "Sources/PushHub/Debug",
      swiftSettings: settings
    ),
    .target(
      name: "PushHubNetworking",
      dependencies: ["PushHub"],
      path: "Sources/PushHubObservers/Networking",
      swiftSettings: settings
    ),
    .target(
      name: "PushHubObservers",
      dependencies: ["PushHub", "PushHubNetworking"],
      exclude: ["Networking", "Backend", "Alerts"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubBackend",
      dependencies: ["PushHub", "PushHubNetworking"],
      path: "Sources/PushHubObservers/Backend",
      swiftSettings: settings
    ),
    .target(
      name: "PushHubAlerts",
      dependencies: ["PushHub"],
      path: "Sources/PushHubObservers/Alerts",
      swiftSettings: settings
    ),
    .target(
      name: "PushHubReplay",
      dependencies: ["PushHub", "PushHubRecorder"],
      resources: [.copy("Report/Page")],
      swiftSettings: settings
    ),
    // What plays the ready-made features, for the demo and for the tools and tests of apps.
    .target(
      name: "PushHubScripts",
      dependencies: features + ["PushHubRecorder", "PushHubReplay"],
      path: "Sources/pushhub-demo/Scripts",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pushhub-demo",
      dependencies: features + ["PushHubRecorder", "PushHubReplay", "PushHubScripts"],
      exclude: ["Scripts"],
      resources: [.copy("Payloads"), .copy("Transcripts")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PushHubTests",
      dependencies: features + [
        "PushHubDebug", "PushHubRecorder", "PushHubReplay", "PushHubScripts", "pushhub-demo",
      ],
      exclude: ["MainActorByDefault"],
      resources: [.copy("pushhub-demo/Scripts/Golden")],
      swiftSettings: testSettings
    ),
    // What an app's target writes whose declarations are isolated to the main actor by default.
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: ["PushHub", "PushHubNetworking", "PushHubObservers"],
      path: "Tests/PushHubTests/MainActorByDefault",
      swiftSettings: testSettings + [.defaultIsolation(MainActor.self)]
    ),
  ],
  swiftLanguageModes: [.v6]
)
