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
let backend = Target.Dependency.product(name: "PushHubBackend", package: "PushHub")

// The other folders of Sources are those of the app's and the extension's targets in Xcode.
let package = Package(
  name: "Delivery",
  platforms: [.iOS(.v26), .macOS(.v14)],
  products: [
    .library(name: "DeliveryShared", targets: ["DeliveryShared"])
  ],
  dependencies: [
    .package(name: "PushHub", path: "../..")
  ],
  targets: [
    .target(name: "DeliveryShared", dependencies: [pushHub, backend], swiftSettings: settings),
    .testTarget(
      name: "DeliveryTests",
      dependencies: ["DeliveryShared", pushHub, backend],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
