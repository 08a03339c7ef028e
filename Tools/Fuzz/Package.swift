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

// What is fed comes from the root package, whose build is shared by `--scratch-path`.
let libraries = [
  "PushHub", "PushHubAlerts", "PushHubBackend", "PushHubNetworking", "PushHubObservers",
  "PushHubRecorder", "PushHubReplay", "PushHubScripts",
].map {
  Target.Dependency.product(name: $0, package: "PushHub")
}

let package = Package(
  name: "PushHubFuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "PushHub", path: "../..")
  ],
  targets: [
    .target(name: "CFuzzer"),
    .target(name: "FuzzTargets", dependencies: libraries, swiftSettings: settings),
    .executableTarget(
      name: "pushhub-fuzz",
      dependencies: ["CFuzzer", "FuzzTargets"],
      swiftSettings: settings
    ),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
