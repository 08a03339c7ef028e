import FlyingFox
import FlyingSocks
import Synchronization
import Testing

/// A real HTTP server on 127.0.0.1, and what it was asked.
final class TestServer: Sendable {
  typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

  let port: UInt16
  private let log: RequestLog

  private init(port: UInt16, log: RequestLog) {
    self.port = port
    self.log = log
  }

  /// Where the server is, as the template of an address.
  var template: String { "http://127.0.0.1:\(port)/accounts/{account}/unread" }

  /// All requests so far, in order.
  var requests: [HTTPRequest] { log.requests }

  /// The values of a header in all requests so far.
  func values(of header: HTTPHeader) -> [String?] {
    requests.map { $0.headers[header] }
  }

  /// Returns when as many requests have arrived.
  func arrival(of count: Int = 1) async {
    await log.arrival(of: count)
  }

  /// Runs a server on a free port for as long as the body runs.
  static func run(
    answering answer: @escaping Answer,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let log = RequestLog()
    let handler = ClosureHTTPHandler { request in
      log.append(request)
      return try await answer(request)
    }
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0),
      timeout: 300,
      logger: .disabled,
      handler: handler
    )
    let running = Task { try? await server.run() }
    try await server.waitUntilListening(timeout: 60)
    guard case .ip4(_, let port) = await server.listeningAddress else {
      Issue.record("the server listens nowhere")
      return
    }
    let result: Result<Void, any Error>
    do {
      try await body(TestServer(port: port, log: log))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await server.stop()
    await running.value
    try result.get()
  }
}
