import Foundation
import Testing

/// The code in the articles is code that is compiled and run here.
struct ArticleTests {
  private struct Block: CustomStringConvertible {
    let article: String
    let isFirst: Bool
    let imports: [String]
    let lines: [String]

    var description: String { "\(article): \(lines.first ?? "")" }
  }

  @Test func `every block of code stands in a snippet that is tested`() throws {
    let folders = [
      "Tests/PushHubTests/Documentation/Snippets", "Tests/PushHubTests/MainActorByDefault",
      "Tests/AppleStubs/Tests/AppleTests",
      "Examples/Orders/Sources/orders-replay", "Examples/Devices/Sources/Devices",
      "Examples/Devices/Sources/devices-demo", "Examples/Inbox/Sources/NotificationService",
    ]
    let snippets = try folders.flatMap { try files(in: $0, endingIn: "swift") }
      .map { withoutIndentation(try String(contentsOf: $0, encoding: .utf8)) }
    let blocks = try blocks()
    #expect(blocks.count >= 10)
    for block in blocks {
      let code = block.lines.joined(separator: "\n")
      let imports = block.imports.filter { !$0.hasPrefix("import Firebase") }
      #expect(
        snippets.contains { snippet in
          snippet.contains(code) && imports.allSatisfy { snippet.contains("\($0)\n") }
        },
        "\(block) is in no snippet with its imports"
      )
      #expect(!block.isFirst || !imports.isEmpty, "\(block) does not say what to import")
    }
  }

  @Test func `the README's ways into an app are tested as they stand`() throws {
    let tests = try files(in: "Tests/AppleStubs/Tests/AppleTests", endingIn: "swift")
      .map { withoutIndentation(try String(contentsOf: $0, encoding: .utf8)) }
    let readme = try #require(
      try files(in: "", endingIn: "md").first { $0.path.hasSuffix("README.md") }
    )
    let parts = try String(contentsOf: readme, encoding: .utf8)
      .components(separatedBy: "\n```swift\n@main\n").dropFirst()
    #expect(parts.count == 2)
    for part in parts {
      let code = withoutIndentation(part.components(separatedBy: "\n```").first ?? "")
      #expect(tests.contains { $0.contains(code) }, "\(code) is in no test")
    }
  }

  private func blocks() throws -> [Block] {
    var blocks: [Block] = []
    for catalog in [
      "PushHub/PushHub", "PushHub/Debug/PushHubDebug", "PushHubObservers/PushHubObservers",
      "PushHubObservers/Networking/PushHubNetworking", "PushHubObservers/Backend/PushHubBackend",
      "PushHubObservers/Alerts/PushHubAlerts",
    ] {
      for article in try files(in: "Sources/\(catalog).docc", endingIn: "md") {
        let text = try String(contentsOf: article, encoding: .utf8)
        let parts = text.components(separatedBy: "\n```swift\n").dropFirst()
        blocks += parts.enumerated().map { index, part in
          let code = part.components(separatedBy: "\n```").first ?? ""
          let lines = withoutIndentation(code).components(separatedBy: "\n")
          let imports = lines.prefix { $0.contains("import ") || $0.isEmpty }
          return Block(
            article: article.lastPathComponent,
            isFirst: index == 0,
            imports: imports.filter { !$0.isEmpty },
            lines: Array(lines.dropFirst(imports.count))
          )
        }
      }
    }
    return blocks
  }

  /// Snippets stand deeper than the articles' code, so only what the lines say is compared.
  private func withoutIndentation(_ text: String) -> String {
    text.components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }

  private func files(in folder: String, endingIn suffix: String) throws -> [URL] {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appending(path: folder)
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == suffix }
      .sorted { $0.path < $1.path }
  }
}
