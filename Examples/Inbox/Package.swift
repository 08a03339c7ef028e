// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Inbox",
  platforms: [.iOS(.v18), .macOS(.v15)],
  dependencies: [.package(name: "PushHub", path: "../..")],
  targets: [
    .executableTarget(
      name: "Inbox",
      dependencies: [
        .product(name: "PushHub", package: "PushHub"),
        .product(name: "PushHubObservers", package: "PushHub"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
