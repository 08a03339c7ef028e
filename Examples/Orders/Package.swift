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

let pushHub = Target.Dependency.product(name: "PushHub", package: "PushHub")
let observers = Target.Dependency.product(name: "PushHubObservers", package: "PushHub")
let recorder = Target.Dependency.product(name: "PushHubRecorder", package: "PushHub")
let replay = Target.Dependency.product(name: "PushHubReplay", package: "PushHub")
let testing = Target.Dependency.product(name: "PushHubTesting", package: "PushHub")
let scripts = Target.Dependency.product(name: "PushHubScripts", package: "PushHub")

let package = Package(
  name: "Orders",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Orders", targets: ["Orders"])
  ],
  dependencies: [
    .package(name: "PushHub", path: "../..")
  ],
  targets: [
    .target(
      name: "Orders",
      dependencies: [pushHub, observers],
      swiftSettings: settings
    ),
    // What no app ships.
    .target(
      name: "OrdersScript",
      dependencies: ["Orders", pushHub, replay],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "orders-replay",
      dependencies: ["OrdersScript", replay, scripts],
      swiftSettings: settings
    ),
    .testTarget(
      name: "OrdersTests",
      dependencies: [
        "Orders", "OrdersScript", pushHub, observers, recorder, replay, scripts, testing,
      ],
      resources: [.copy("Day.jsonl")],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
