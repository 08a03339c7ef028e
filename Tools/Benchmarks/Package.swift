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

/// The apps that weight-benchmarks weighs, each with what it links beside the hub.
let weighedWith: KeyValuePairs<String, [Target.Dependency]> = [
  "hub": [],
  "recorder": ["PushHubRecorder"],
  "networking": ["PushHubNetworking"],
  "unread-sync": ["PushHubObservers"],
  "countdown": ["PushHubObservers"],
  "badges": ["PushHubObservers"],
  "screenshot-preview": ["PushHubObservers"],
  "device-registration": ["PushHubBackend"],
  "push-receipts": ["PushHubBackend"],
  "quiet-rules": ["PushHubAlerts"],
  "foreground-banners": ["PushHubAlerts"],
  "delivered-notifications": ["PushHubAlerts"],
  "local-notifications": ["PushHubAlerts"],
  "permission-policy": ["PushHubAlerts"],
  "service-extension": ["PushHubAlerts", "PushHubBackend"],
  "all": ["PushHubAlerts", "PushHubBackend", "PushHubObservers"],
  "idle": ["PushHubAlerts", "PushHubBackend", "PushHubObservers", "PushHubTesting"],
]

let weighed: [Target] = weighedWith.map { name, libraries in
  .executableTarget(
    name: "weighed-\(name)",
    dependencies: ["PushHub", "WeighedApp"] + libraries,
    path: "Sources/weighed/\(name)",
    swiftSettings: settings
  )
}

let package = Package(
  name: "PushHubBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "PushHub", swiftSettings: settings),
    .target(
      name: "PushHubRecorder",
      dependencies: ["PushHub"],
      swiftSettings: settings
    ),
    .target(name: "PushHubTesting", dependencies: ["PushHub"], swiftSettings: settings),
    .target(name: "SampleObservers", dependencies: ["PushHub"], swiftSettings: settings),
    .target(name: "CAllocations"),
    .target(
      name: "PushHubNetworking",
      dependencies: ["PushHub"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubObservers",
      dependencies: ["PushHub", "PushHubNetworking"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubBackend",
      dependencies: ["PushHub", "PushHubNetworking"],
      swiftSettings: settings
    ),
    .target(
      name: "PushHubAlerts",
      dependencies: ["PushHub"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "badge-benchmarks",
      dependencies: ["PushHub", "PushHubAlerts", "PushHubObservers", "PushHubTesting"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "launch",
      dependencies: [
        "CAllocations", "PushHub", "PushHubAlerts", "PushHubBackend", "PushHubObservers",
        "PushHubRecorder", "PushHubTesting",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "soak",
      dependencies: [
        "CAllocations", "PushHub", "PushHubAlerts", "PushHubBackend", "PushHubNetworking",
        "PushHubObservers", "PushHubRecorder", "PushHubTesting",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "fleet-simulation",
      dependencies: ["PushHub", "PushHubNetworking"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "countdown-benchmarks",
      dependencies: ["CAllocations", "PushHub", "PushHubTesting"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pushhub-benchmarks",
      dependencies: [
        "CAllocations",
        "PushHub",
        "PushHubAlerts",
        "PushHubBackend",
        "PushHubNetworking",
        "PushHubObservers",
        "PushHubTesting",
        "SampleObservers",
        .product(name: "OpenCombine", package: "OpenCombine"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "WeighedApp",
      dependencies: ["PushHub"],
      path: "Sources/weighed/WeighedApp",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "weighed-nothing",
      path: "Sources/weighed/nothing",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "weighed-opencombine",
      dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
      path: "Sources/weighed/opencombine",
      swiftSettings: settings
    ),
  ] + weighed,
  swiftLanguageModes: [.v6]
)
