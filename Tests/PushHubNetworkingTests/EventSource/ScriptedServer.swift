import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests within the process; each test has a host of its own.
final class ScriptedServer: URLProtocol {
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

  override static func canInit(with request: URLRequest) -> Bool { true }
  override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let host = url.host() else { return }
    let answer = Self.scripts.withLock { scripts -> Answer? in
      guard var script = scripts[host] else { return nil }
      let answer = script.answers.isEmpty ? nil : script.answers.removeFirst()
      script.requestCount += 1
      scripts[host] = script
      return answer
    }
    guard let answer,
      let response = HTTPURLResponse(
        url: url,
        statusCode: answer.status,
        httpVersion: nil,
        headerFields: ["Content-Type": answer.type]
      )
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data(answer.body.utf8))
    if !answer.isOpen { client?.urlProtocolDidFinishLoading(self) }
  }

  override func stopLoading() {}
}
