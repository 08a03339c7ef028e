import Foundation
import PushHub

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests within the process; each test has a host of its own.
final class ScriptedServer: StubServer {
  struct Answer: Sendable {
    var status = 200
    var type = "text/event-stream"
    var body = ""

    /// Whether the connection stays open.
    var isOpen = false
  }

  private struct Script {
    var answers: [Answer]
    var requestCount = 0
  }

  private static let scripts = Lock<[String: Script]>([:])

  /// A session whose requests are answered here.
  static var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [ScriptedServer.self]
    return configuration
  }

  /// Makes a host that gives one answer after the other, and stays silent after the last.
  static func host(answering answers: [Answer]) -> String {
    let host = "\(UUID().uuidString.lowercased()).example"
    scripts.withLock { $0[host] = Script(answers: answers) }
    return host
  }

  static func requestCount(of host: String) -> Int {
    scripts.withLock { $0[host]?.requestCount ?? 0 }
  }

  override func startLoading() {
    guard let host = request.url?.host() else { return }
    let answer = Self.scripts.withLock { scripts -> Answer? in
      guard var script = scripts[host] else { return nil }
      let answer = script.answers.isEmpty ? nil : script.answers.removeFirst()
      script.requestCount += 1
      scripts[host] = script
      return answer
    }
    guard let answer else { return }
    self.answer(
      answer.status,
      type: answer.type,
      body: Data(answer.body.utf8),
      isEnd: !answer.isOpen
    )
  }
}
