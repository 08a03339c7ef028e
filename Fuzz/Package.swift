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

let package = Package(
  name: "PushHubFuzz",
  platforms: [.macOS(.v15)],
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
    .target(
      name: "PushHubScripts",
      dependencies: ["PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay"],
      path: "Sources/pushhub-demo/Scripts",
      swiftSettings: settings
    ),
    // All of the demo but its entry point, so that it can be called.
    .target(
      name: "pushhub-demo",
      dependencies: [
        "PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay", "PushHubScripts",
      ],
      exclude: ["Scripts", "CommandLine/Demo.swift"],
      resources: [.copy("Payloads"), .copy("Transcripts")],
      swiftSettings: settings
    ),
    .target(name: "CFuzzer"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay", "PushHubScripts",
        "pushhub-demo",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pushhub-fuzz",
      dependencies: ["CFuzzer", "FuzzTargets"],
      swiftSettings: settings
    ),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
