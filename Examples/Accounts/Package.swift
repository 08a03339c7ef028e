// swift-tools-version: 6.2

import PackageDescription

let upcomingFeatures = [
  "ExistentialAny",
  "InferIsolatedConformances",
  "InternalImportsByDefault",
  "MemberImportVisibility",
  "NonisolatedNonsendingByDefault",
]

let settings: [SwiftSetting] = upcomingFeatures.map { .enableUpcomingFeature($0) }

let pushHub = Target.Dependency.product(name: "PushHub", package: "PushHub")
let alerts = Target.Dependency.product(name: "PushHubAlerts", package: "PushHub")
let backend = Target.Dependency.product(name: "PushHubBackend", package: "PushHub")
let observers = Target.Dependency.product(name: "PushHubObservers", package: "PushHub")
let recorder = Target.Dependency.product(name: "PushHubRecorder", package: "PushHub")
let replay = Target.Dependency.product(name: "PushHubReplay", package: "PushHub")
let testing = Target.Dependency.product(name: "PushHubTesting", package: "PushHub")
let scripts = Target.Dependency.product(name: "PushHubScripts", package: "PushHub")

let package = Package(
  name: "Accounts",
  platforms: [.iOS(.v17), .macOS(.v14)],
  products: [
    .library(name: "AccountsApp", targets: ["AccountsApp"]),
    .library(name: "AccountsService", targets: ["AccountsService"]),
  ],
  dependencies: [
    .package(name: "PushHub", path: "../..")
  ],
  targets: [
    // What the app and its service extension have in common.
    .target(name: "AccountsShared", dependencies: [pushHub, alerts], swiftSettings: settings),
    .target(
      name: "AccountsService",
      dependencies: ["AccountsShared", pushHub, alerts],
      swiftSettings: settings
    ),
    .target(
      name: "AccountsApp",
      dependencies: ["AccountsShared", pushHub, alerts, backend, observers],
      swiftSettings: settings
    ),
    // What no app ships.
    .executableTarget(
      name: "accounts-replay",
      dependencies: [replay, scripts],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "AccountsApp", "AccountsService", "AccountsShared", pushHub, alerts, backend, observers,
        recorder, replay, scripts, testing,
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
