// swift-tools-version: 6.2

import PackageDescription

let upcomingFeatures = [
  "ExistentialAny",
  "InferIsolatedConformances",
  "InternalImportsByDefault",
  "MemberImportVisibility",
  "NonisolatedNonsendingByDefault",
]

let testSettings: [SwiftSetting] = upcomingFeatures.map { .enableUpcomingFeature($0) }
let settings = testSettings + [.strictMemorySafety()]

/// The modules with ready-made features.
let features: [Target.Dependency] = [
  "PushHubAlerts", "PushHubBackend", "PushHubNetworking", "PushHubObservers",
]

/// The hub, and what tests it at a simulated time.
let hub: [Target.Dependency] = ["PushHub", "PushHubTesting"]

/// The tests of a module, with what several of them share: the target TestSupport.
func tests(
  of module: String,
  with others: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .testTarget(
    name: "\(module)Tests",
    dependencies: [.target(name: module), "TestSupport"] + others,
    resources: resources,
    swiftSettings: testSettings
  )
}

let package = Package(
  name: "PushHub",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "PushHub", targets: ["PushHub"]),
    .library(name: "PushHubRecorder", targets: ["PushHubRecorder"]),
    .library(name: "PushHubDebug", targets: ["PushHubDebug"]),
    .library(name: "PushHubNetworking", targets: ["PushHubNetworking"]),
    .library(name: "PushHubObservers", targets: ["PushHubObservers"]),
    .library(name: "PushHubBackend", targets: ["PushHubBackend"]),
    .library(name: "PushHubAlerts", targets: ["PushHubAlerts"]),
    .library(name: "PushHubTesting", targets: ["PushHubTesting"]),
    .library(name: "PushHubReplay", targets: ["PushHubReplay"]),
    .library(name: "PushHubScripts", targets: ["PushHubScripts"]),
    .executable(name: "pushhub-demo", targets: ["pushhub-demo"]),
  ],
  targets: [
    .target(
      name: "PushHub",
      resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: settings
    ),
    .target(name: "PushHubRecorder", dependencies: ["PushHub"], swiftSettings: settings),
    // A screen for testers, which release builds leave out.
    .target(
      name: "PushHubDebug",
      dependencies: ["PushHub", "PushHubRecorder"],
      swiftSettings: settings
    ),
    .target(name: "PushHubNetworking", dependencies: ["PushHub"], swiftSettings: settings),
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
    .target(name: "PushHubAlerts", dependencies: ["PushHub"], swiftSettings: settings),
    // For the tests of features and apps.
    .target(name: "PushHubTesting", dependencies: ["PushHub"], swiftSettings: settings),
    .target(
      name: "PushHubReplay",
      dependencies: ["PushHub", "PushHubRecorder", "PushHubTesting"],
      resources: [.copy("Report/Page")],
      swiftSettings: settings
    ),
    // What plays the ready-made features, for the demo and for the tools and tests of apps.
    .target(
      name: "PushHubScripts",
      dependencies: hub + features + ["PushHubRecorder", "PushHubReplay"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "pushhub-demo",
      dependencies: hub + features + ["PushHubRecorder", "PushHubReplay", "PushHubScripts"],
      resources: [.copy("Payloads"), .copy("Transcripts")],
      swiftSettings: settings
    ),
    tests(of: "PushHub", with: ["PushHubTesting"]),
    tests(of: "PushHubNetworking", with: hub + ["PushHubObservers"]),
    tests(of: "PushHubObservers", with: hub + ["PushHubNetworking"]),
    tests(of: "PushHubBackend", with: hub + ["PushHubNetworking"]),
    tests(of: "PushHubAlerts", with: hub),
    tests(of: "PushHubRecorder", with: hub + features),
    tests(of: "PushHubDebug", with: hub + ["PushHubRecorder"]),
    tests(of: "PushHubTesting", with: ["PushHub"]),
    tests(of: "PushHubReplay", with: hub + features + ["PushHubRecorder", "PushHubScripts"]),
    tests(
      of: "PushHubScripts",
      with: hub + features + ["PushHubRecorder", "PushHubReplay", "pushhub-demo"],
      resources: [.copy("Golden")]
    ),
    tests(
      of: "pushhub-demo",
      with: hub + features + ["PushHubRecorder", "PushHubReplay", "PushHubScripts"]
    ),
    // What the tests of several modules share. A target of tests, so that its folder needs no path.
    .testTarget(
      name: "TestSupport",
      dependencies: hub + features + [
        "PushHubRecorder", "PushHubReplay", "PushHubScripts", "pushhub-demo",
      ],
      swiftSettings: testSettings
    ),
    // What an app's target writes whose declarations are isolated to the main actor by default.
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: hub + ["PushHubNetworking", "PushHubObservers"],
      swiftSettings: testSettings + [.defaultIsolation(MainActor.self)]
    ),
    // Each code block of the articles.
    .testTarget(
      name: "DocumentationTests",
      dependencies: hub + features + [
        "PushHubRecorder", "PushHubReplay", "PushHubScripts", "TestSupport", "pushhub-demo",
      ],
      swiftSettings: testSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)
