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

// Apps that differ in what they take of the package, for weight-benchmarks.
let weighed: [Target] =
  [
    "hub", "all", "unread-sync", "countdown", "badges", "screenshot-preview",
    "device-registration", "push-receipts", "quiet-rules", "foreground-banners",
    "delivered-notifications", "local-notifications", "permission-policy", "recorder",
  ].map { name in
    .executableTarget(
      name: "weighed-\(name)",
      dependencies: ["PushHub", "WeighedApp"]
        + (name == "hub" ? [] : [name == "recorder" ? "PushHubRecorder" : "PushHubObservers"]),
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
    .target(name: "PushHub", exclude: ["Recorder"], swiftSettings: settings),
    .target(
      name: "PushHubRecorder",
      dependencies: ["PushHub"],
      path: "Sources/PushHub/Recorder",
      swiftSettings: settings
    ),
    .target(name: "SampleObservers", dependencies: ["PushHub"], swiftSettings: settings),
    .target(name: "CAllocations"),
    .target(name: "PushHubObservers", dependencies: ["PushHub"], swiftSettings: settings),
    .executableTarget(
      name: "badge-benchmarks",
      dependencies: ["PushHub", "PushHubObservers"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "soak",
      dependencies: ["CAllocations", "PushHub", "PushHubObservers", "PushHubRecorder"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "fleet-simulation",
      dependencies: ["PushHub"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "countdown-benchmarks",
      dependencies: ["CAllocations", "PushHub"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pushhub-benchmarks",
      dependencies: [
        "CAllocations",
        "PushHub",
        "PushHubObservers",
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
