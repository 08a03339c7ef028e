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

// What is under test comes from the root package, whose build is shared by `--scratch-path`.
let pushHub = Target.Dependency.product(name: "PushHub", package: "PushHub")
let observers = Target.Dependency.product(name: "PushHubObservers", package: "PushHub")
let networking = Target.Dependency.product(name: "PushHubNetworking", package: "PushHub")
let backend = Target.Dependency.product(name: "PushHubBackend", package: "PushHub")
let alerts = Target.Dependency.product(name: "PushHubAlerts", package: "PushHub")
let testing = Target.Dependency.product(name: "PushHubTesting", package: "PushHub")

let package = Package(
  name: "IntegrationTests",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(name: "PushHub", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .executableTarget(
      name: "read-mark-writer",
      dependencies: [pushHub, observers],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "receipt-writer",
      dependencies: [pushHub, backend],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "inbox-writer",
      dependencies: [pushHub, alerts],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "inbox-writer",
        "read-mark-writer",
        "receipt-writer",
        pushHub,
        observers,
        networking,
        backend,
        alerts,
        testing,
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
