import FlyingFox
import Foundation
import PushHub
import PushHubBackend
import PushHubNetworking
import PushHubTesting
import Testing

/// What the endpoint says to a real server, and what it makes of the answers.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPRegistrationTests {
  let scheduler = ManualScheduler()

  private func endpoint(
    _ server: TestServer,
    path: String = "accounts/{account}/device",
    token: String? = "secret"
  ) throws -> AccountClient {
    try AccountClient(
      template: "http://127.0.0.1:\(server.port)/\(path)",
      scheduler: scheduler,
      token: { _ in token }
    )
  }

  private static var record: DeviceRecord {
    var record = DeviceRecord(token: DeviceToken([0, 255]), environment: .sandbox)
    record.topics = ["news"]
    return record
  }

  private func request(_ record: DeviceRecord? = Self.record) -> RegistrationRequest {
    RegistrationRequest(
      installation: "0f",
      account: "ann",
      record: record,
      deviceToken: DeviceToken([0, 255]),
      revision: 7
    )
  }

  /// The error with which a server's answer is met.
  private func failure(
    _ answer: HTTPResponse,
    to request: RegistrationRequest? = nil
  ) async throws -> HTTPSourceError? {
    let request = request ?? self.request()
    var error: HTTPSourceError?
    try await TestServer.run { _ in
      answer
    } _: { server in
      let endpoint = try endpoint(server)
      error = await #expect(throws: HTTPSourceError.self) { try await endpoint.send(request) }
    }
    return error
  }

  @Test func `a device is put under its account, with a key that names what is said`() async throws
  {
    try await TestServer.run { _ in
      .status(204)
    } _: { server in
      try await endpoint(server).send(request())
      let received = try #require(server.requests.first)
      #expect(received.method == .PUT)
      #expect(received.path == "/accounts/ann/device")
      #expect(received.headers[.authorization] == "Bearer secret")
      #expect(received.headers[.contentType] == "application/json")
      #expect(received.headers[.idempotencyKey] == "0f-7")
      let body = String(decoding: try await received.bodyData, as: UTF8.self)
      #expect(
        body == """
          {"account":"ann","device":{"additionalTokens":{},"environment":"sandbox","tags":{},\
          "token":"00ff","topics":["news"]},"installation":"0f","revision":7}
          """
      )
    }
  }

  @Test func `an account is taken off with no device, and the device's token`() async throws {
    try await TestServer.run { _ in
      .status(200)
    } _: { server in
      try await endpoint(server, path: "device", token: nil).send(request(nil))
      let received = try #require(server.requests.first)
      #expect(received.method == .PUT)
      #expect(received.path == "/device")
      #expect(received.headers[.authorization] == nil)
      let body = String(decoding: try await received.bodyData, as: UTF8.self)
      #expect(
        body == #"{"account":"ann","device":null,"installation":"0f","revision":7,"token":"00ff"}"#
      )
    }
  }

  @Test(arguments: [200, 201, 202, 204, 299])
  func `any success is an acknowledgement, whatever its body`(status: Int) async throws {
    try await TestServer.run { _ in
      .status(status, body: status == 204 ? "" : "not JSON")
    } _: { server in
      try await endpoint(server).send(request())
    }
  }

  @Test(arguments: [404, 410])
  func `whom the server does not know is off`(status: Int) async throws {
    try await TestServer.run { _ in
      .status(status)
    } _: { server in
      try await endpoint(server).send(request(nil))
    }
    #expect(try await failure(.status(status))?.statusCode == status)
  }

  @Test(arguments: [(401, true), (403, true), (400, false), (409, false), (500, false)])
  func `a failure says whether it is final`(status: Int, isFinal: Bool) async throws {
    for request in [request(), request(nil)] {
      let error = try await failure(.status(status), to: request)
      #expect(error?.statusCode == status)
      #expect(error?.isFinal == isFinal)
    }
  }

  @Test func `Retry-After is passed on`() async throws {
    let error = try await failure(.status(503, headers: [.retryAfter: "17"]))
    #expect(error?.retryAfter == .seconds(17))
  }

  @Test func `a refused token is replaced once, and everything said again`() async throws {
    try await TestServer.run { request in
      request.headers[.authorization] == "Bearer fresh" ? .status(204) : .status(401)
    } _: { server in
      let endpoint = try AccountClient(
        template: "http://127.0.0.1:\(server.port)/{account}",
        scheduler: scheduler,
        token: { _ in "stale" },
        freshToken: { _, _ in "fresh" }
      )
      try await endpoint.send(request())
      #expect(server.values(of: .authorization) == ["Bearer stale", "Bearer fresh"])
      #expect(server.values(of: .idempotencyKey) == ["0f-7", "0f-7"])
      #expect(server.requests.map(\.method) == [.PUT, .PUT])
      let bodies = try await bodies(of: server)
      #expect(bodies[0] == bodies[1])
      #expect(bodies[0].contains(#""revision":7"#))
    }
  }

  @Test func `a template without an address is refused`() {
    #expect(throws: HTTPSourceError.self) {
      try AccountClient(template: "{account}", scheduler: scheduler)
    }
  }

  // MARK: - Redirects

  @Test(arguments: [307, 308])
  func `a redirect that keeps the method says everything again`(status: Int) async throws {
    try await TestServer.run { request in
      request.path == "/new" ? .status(204) : .redirect(status, to: "/new")
    } _: { server in
      try await endpoint(server).send(request())
      #expect(server.requests.map(\.path) == ["/accounts/ann/device", "/new"])
      #expect(server.requests.map(\.method) == [.PUT, .PUT])
      #expect(server.values(of: .authorization) == ["Bearer secret", "Bearer secret"])
      let bodies = try await bodies(of: server)
      #expect(bodies[0] == bodies[1])
      #expect(bodies[0].contains(#""revision":7"#))
    }
  }

  @Test(arguments: [301, 302, 303])
  func `a redirect that may lose the body is no success, and is not followed`(
    status: Int
  ) async throws {
    try await TestServer.run { request in
      request.path == "/new" ? .status(204) : .redirect(status, to: "/new")
    } _: { server in
      let endpoint = try endpoint(server)
      let error = await #expect(throws: HTTPSourceError.self) { try await endpoint.send(request()) }
      #expect(error?.code == .failureStatus)
      #expect(error?.statusCode == status)
      #expect(server.requests.map(\.method) == [.PUT])
    }
  }

  @Test func `a redirect to another origin is refused, and nothing is sent there`() async throws {
    try await TestServer.run { _ in
      .status(204)
    } _: { other in
      let error = try await failure(.redirect(307, to: "http://127.0.0.1:\(other.port)/steal"))
      #expect(error?.code == .redirectRefused)
      #expect(other.requests.isEmpty)
    }
  }

  private func bodies(of server: TestServer) async throws -> [String] {
    var bodies: [String] = []
    for request in server.requests {
      bodies.append(String(decoding: try await request.bodyData, as: UTF8.self))
    }
    return bodies
  }
}

extension HTTPHeader {
  static let idempotencyKey = HTTPHeader("Idempotency-Key")
}
