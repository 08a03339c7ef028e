import Foundation
import Testing

/// The demo prints what the article on registering devices shows.
struct DemoTests {
  @Test(.timeLimit(.minutes(1)))
  func `the demo prints the lines of the article, in this order`() async throws {
    let shown = try Self.shownLines()
    #expect(shown.count >= 8)
    let server = try PythonServer(outage: 2)
    var printed = try await Self.output(of: "devices-demo", server.address)[...]
    for line in shown {
      let place = printed.firstIndex { $0.hasPrefix(line) }
      printed = printed[try #require(place, "\(line) isn't printed any more")...].dropFirst()
    }
    server.stop()
  }

  /// The lines of the article that a feature of the demo logs, up to an ellipsis.
  private static func shownLines() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = "Sources/PushHubBackend/PushHubBackend.docc/register-devices.md"
    let article = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    return article.split(separator: "\n")
      .filter { $0.hasPrefix("    registration: ") || $0.hasPrefix("    receipts: ") }
      .map { String($0.dropFirst(4).prefix { $0 != "…" }) }
  }

  private static func output(of program: String, _ argument: String) async throws -> [String] {
    // On a Mac the tests are a bundle, and on Linux a program.
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }?.bundleURL
    let tests = try bundle ?? URL(filePath: #require(CommandLine.arguments.first))
    let process = Process()
    process.executableURL = tests.deletingLastPathComponent().appending(path: program)
    process.arguments = [argument]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
