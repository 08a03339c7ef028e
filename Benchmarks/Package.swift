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
  name: "PushHubBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")
  ],
  targets: [
    .target(name: "PushHub", swiftSettings: settings),
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
      dependencies: ["CAllocations", "PushHub", "PushHubObservers"],
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
  ],
  swiftLanguageModes: [.v6]
)
