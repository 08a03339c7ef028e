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
let backend = Target.Dependency.product(name: "PushHubBackend", package: "PushHub")
let replay = Target.Dependency.product(name: "PushHubReplay", package: "PushHub")
let testing = Target.Dependency.product(name: "PushHubTesting", package: "PushHub")
let scripts = Target.Dependency.product(name: "PushHubScripts", package: "PushHub")

let package = Package(
  name: "Devices",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "PushHub", path: "../..")
  ],
  targets: [
    .target(name: "Devices", dependencies: [pushHub, backend], swiftSettings: settings),
    .executableTarget(
      name: "devices-demo",
      dependencies: ["Devices", pushHub, backend],
      swiftSettings: settings
    ),
    // What no app ships.
    .executableTarget(
      name: "devices-replay",
      dependencies: [replay, scripts],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DevicesTests",
      dependencies: ["Devices", pushHub, backend, replay, scripts, testing],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
