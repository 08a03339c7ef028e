import Foundation
import Testing

/// The code of README and the articles is compiled: by `.ci/paste`, as a reader pastes it, or in a snippet
/// whose test also runs it.
struct ArticleTests {
  /// Articles that only call features, which have tests of their own; `.ci/paste` compiles them, and runs the
  /// tests of the first feature.
  private static let pasted: Set = [
    "README", "actions", "ask-for-permission", "badge-tree", "first-feature", "foreground-banner",
    "integrate-into-an-app", "live-activities", "local-notifications",
    "migrating-from-a-last-read-id", "migrating-from-a-timer-per-cell",
    "migrating-from-notification-center-posts", "other-roles", "push-inbox", "quiet-rules",
    "read-a-push", "record-a-problem", "record-a-testflight-build", "register-devices",
    "screenshot-preview", "send-receipts", "server", "server-sent-events", "service-extension",
    "test-on-a-device", "tidy-up", "unread-sync", "when-push-is-lost", "whole-app-delegate",
  ]

  private struct Block: CustomStringConvertible {
    let article: String
    let isFirst: Bool
    let imports: [String]
    let lines: [String]

    var description: String { "\(article): \(lines.first ?? "")" }
  }

  @Test func `every block of code is pasted, or stands in a snippet that is tested`() throws {
    let snippets = try snippets()
    let blocks = try blocks()
    #expect(blocks.count >= 10)
    for block in blocks {
      let code = block.lines.joined(separator: "\n")
      let imports = block.imports.filter { !$0.hasPrefix("import Firebase") }
      #expect(!block.isFirst || !imports.isEmpty, "\(block) does not say what to import")
      if Self.pasted.contains(block.article) { continue }
      #expect(
        snippets.contains { snippet in
          snippet.contains(code) && imports.allSatisfy { snippet.contains("\($0)\n") }
        },
        "\(block) is in no snippet with its imports"
      )
    }
  }

  @Test func `each line of code in the README's table stands in a snippet`() throws {
    let snippets = try snippets()
    let rows = try readme().matches(of: #/\n\| `.*/#).map { $0.output.split(separator: " | ") }
    let lines = rows.compactMap { $0.count == 4 ? $0[2] : nil }.filter { $0.hasPrefix("`") }
    #expect(lines.count >= 15)
    for line in lines {
      let code = line.trimmingCharacters(in: ["`"])
      #expect(snippets.contains { $0.contains(code) }, "\(code) is in no snippet")
    }
  }

  private func snippets() throws -> [String] {
    let folders = [
      "Tests/DocumentationTests/Snippets", "Tests/MainActorByDefaultTests", "Tests/TestSupport",
      "Tests/AppleStubs/Tests/AppleTests",
      "Examples/Orders/Sources/orders-replay", "Examples/Devices/Sources/Devices",
      "Examples/Devices/Sources/devices-demo", "Examples/Inbox/Sources/NotificationService",
      "Examples/Inbox/Sources/Inbox", "Examples/Accounts/Sources/AccountsApp",
      "Examples/Accounts/Sources/AccountsService", "Examples/Accounts/Sources/AccountsShared",
    ]
    return try folders.flatMap { try Articles.files(in: $0, endingIn: "swift") }
      .map { withoutIndentation(try String(contentsOf: $0, encoding: .utf8)) }
  }

  private func readme() throws -> String {
    try #require(try Articles.all().first).text
  }

  private func blocks() throws -> [Block] {
    try Articles.all().flatMap { blocks(of: $0.name, text: $0.text) }
  }

  private func blocks(of article: String, text: String) -> [Block] {
    let parts = text.components(separatedBy: "\n```swift\n").dropFirst()
    return parts.enumerated().map { index, part in
      // A test can't have a second entry point.
      let code = part.components(separatedBy: "\n```").first?.replacing("@main\n", with: "") ?? ""
      let lines = withoutIndentation(code).components(separatedBy: "\n")
      let imports = lines.prefix { $0.contains("import ") || $0.isEmpty }
      return Block(
        article: article,
        isFirst: index == 0,
        imports: imports.filter { !$0.isEmpty },
        lines: Array(lines.dropFirst(imports.count))
      )
    }
  }

  /// Snippets are indented, so lines are compared without their indentation.
  private func withoutIndentation(_ text: String) -> String {
    text.components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n")
  }
}

/// README and the articles.
enum Articles {
  struct Article {
    let name: String
    let text: String
  }

  /// README first.
  static func all() throws -> [Article] {
    var files = try files(in: "", endingIn: "md").filter { $0.lastPathComponent == "README.md" }
    for catalog in [
      "PushHub/PushHub", "PushHubDebug/PushHubDebug", "PushHubObservers/PushHubObservers",
      "PushHubNetworking/PushHubNetworking", "PushHubBackend/PushHubBackend",
      "PushHubAlerts/PushHubAlerts",
    ] {
      files += try self.files(in: "Sources/\(catalog).docc", endingIn: "md")
    }
    return try files.map {
      Article(
        name: $0.deletingPathExtension().lastPathComponent,
        text: try String(contentsOf: $0, encoding: .utf8)
      )
    }
  }

  static func files(in folder: String, endingIn suffix: String) throws -> [URL] {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let url = root.appending(path: folder)
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == suffix }
      .sorted { $0.path < $1.path }
  }
}
