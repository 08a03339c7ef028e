// swift-tools-version: 6.2

import PackageDescription

let upcomingFeatures = [
  "ExistentialAny",
  "InferIsolatedConformances",
  "InternalImportsByDefault",
  "MemberImportVisibility",
  "NonisolatedNonsendingByDefault",
]

let settings: [SwiftSetting] =
  upcomingFeatures.map { .enableUpcomingFeature($0) } + [.strictMemorySafety()]

// Without `InternalImportsByDefault`: what is isolated to the main actor says so with PushHub's, which
// also files with nothing else of PushHub in their interface have imported then: views and protocols.
let settingsWithViews: [SwiftSetting] =
  upcomingFeatures.filter { $0 != "InternalImportsByDefault" }.map { .enableUpcomingFeature($0) }
  + [.strictMemorySafety()]

// The sources are symbolic links to those of the root package. They are built again, because a
// module of their own can bring another main actor; see MainActor.swift.
let package = Package(
  name: "Interleavings",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "PushHub", swiftSettings: settings),
    .target(
      name: "PushHubNetworking",
      dependencies: ["PushHub"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubObservers",
      dependencies: ["PushHub", "PushHubNetworking"],
      swiftSettings: settingsWithViews
    ),
    .target(
      name: "PushHubBackend",
      dependencies: ["PushHub", "PushHubNetworking"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubAlerts",
      dependencies: ["PushHub"],
      swiftSettings: settingsWithViews
    ),
    .target(
      name: "PushHubTesting",
      dependencies: ["PushHub"],
      swiftSettings: settingsWithViews
    ),
    .testTarget(
      name: "InterleavingTests",
      dependencies: [
        "PushHub", "PushHubAlerts", "PushHubBackend", "PushHubNetworking", "PushHubObservers",
        "PushHubTesting",
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
