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

// The sources are symbolic links to those of the root package: a dependency on it by path would
// build it beside itself.
let package = Package(
  name: "IntegrationTests",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  dependencies: [
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1")
  ],
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
    .executableTarget(
      name: "pushhub-demo",
      dependencies: [
        "PushHub", "PushHubObservers", "PushHubRecorder", "PushHubReplay", "PushHubScripts",
      ],
      exclude: ["Scripts"],
      resources: [.copy("Payloads"), .copy("Transcripts")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "read-mark-writer",
      dependencies: ["PushHub", "PushHubObservers"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "receipt-writer",
      dependencies: ["PushHub", "PushHubObservers"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "read-mark-writer",
        "receipt-writer",
        "pushhub-demo",
        "PushHub",
        "PushHubObservers",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
