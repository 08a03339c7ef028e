import Foundation
import Testing

/// What compiles on Linux with one import too few, since Foundation there owns what other modules own
/// on a Mac.
struct ImportTests {
  private static let folders = [
    "Sources/PushHub", "Sources/PushHubObservers", "Examples", "Tests/PushHubTests",
    "Sources/PushHubReplay", "Sources/pushhub-demo", "Tests/AppleStubs/Tests/AppleTests",
  ]

  @Test func `a file that names a type of Core Graphics imports it`() throws {
    try expect(
      "import CoreGraphics",
      for: ["CG"],
      where: /\bCG(Rect|Size|Point|Vector|AffineTransform)\b/
    )
  }

  @Test func `a file that names a layer or its properties imports Quartz Core`() throws {
    let names = /\bCA[A-Z][a-z]+\w*\b|\blayer\.(corner|shadow|zPos|remove)/
    try expect("import QuartzCore", for: ["CA", "layer."], where: names)
  }

  @Test func `nobody asks a bundle for URLs, which have another type on a Mac`() throws {
    let call = "urls(" + "forResourcesWithExtension"
    for (name, text) in try files() where !name.hasSuffix("ImportTests.swift") {
      let isAsked = text.contains(call)
      #expect(!isAsked, "\(name)")
    }
  }

  /// - Parameter beginnings: How what fits the pattern begins, which is found sooner.
  private func expect(
    _ statement: String,
    for beginnings: [String],
    where pattern: some RegexComponent
  ) throws {
    var count = 0
    for (name, text) in try files()
    where beginnings.contains(where: text.contains) && code(of: text).contains(pattern) {
      let isImported = text.contains(statement)
      #expect(isImported, "\(name) lacks \(statement)")
      count += 1
    }
    #expect(count > 1)
  }

  /// A text without its comments and quotations.
  private func code(of text: String) -> String {
    text.split(separator: "\n")
      .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
      .joined(separator: "\n")
      .replacing(/"[^"\n]*"|\/.*\\b.*\//, with: "")
  }

  private func files() throws -> [(name: String, text: String)] {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try Self.folders.flatMap { folder in
      let url = root.appending(path: folder)
      let names = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String }
      return try (names ?? []).filter { $0.hasSuffix(".swift") && !$0.contains(".build") }
        .map { (name: "\(folder)/\($0)", text: try text(of: url.appending(path: $0))) }
    }
  }

  private func text(of url: URL) throws -> String {
    try String(contentsOf: url, encoding: .utf8)
  }
}
