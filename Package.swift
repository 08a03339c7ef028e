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

let package = Package(
  name: "PushHub",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "PushHub", targets: ["PushHub"]),
    .library(name: "PushHubRecorder", targets: ["PushHubRecorder"]),
    .library(name: "PushHubObservers", targets: ["PushHubObservers"]),
    .library(name: "PushHubReplay", targets: ["PushHubReplay"]),
    .library(name: "PushHubScripts", targets: ["PushHubScripts"]),
    .executable(name: "pushhub-demo", targets: ["pushhub-demo"]),
  ],
  targets: [
    .target(name: "PushHub", exclude: ["Recorder"], swiftSettings: settings),
    .target(
      name: "PushHubRecorder",
      dependencies: ["PushHub"],
      path: "Sources/PushHub/Recorder",
      swiftSettings: settings
    ),
    .target(name: "PushHubObservers", dependencies: ["PushHub"], swiftSettings: settings),
    .target(
      name: "PushHubReplay",
      dependencies: ["PushHub", "PushHubRecorder"],
      resources: [.copy("Report/Page")],
      swiftSettings: settings
    ),
    // What plays the ready-made features, for the demo and for the tools and tests of apps.
    .target(
      name: "PushHubScripts",
      dependencies: ["PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay"],
      path: "Sources/pushhub-demo/Scripts",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pushhub-demo",
      dependencies: [
        "PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay", "PushHubScripts",
      ],
      exclude: ["Scripts"],
      resources: [.copy("Payloads"), .copy("Transcripts")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PushHubTests",
      dependencies: [
        "PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay", "PushHubScripts",
        "pushhub-demo",
      ],
      resources: [.copy("pushhub-demo/Scripts/Golden")],
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)
