import Devices
import Foundation
import PushHub
import PushHubBackend
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app against the example's server.
@MainActor
@Suite(.timeLimit(.minutes(2)), .serialized)
final class ServerTests {
  private static let token = "00112233445566778899aabbccddeeff"

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "devices-tests-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func launch(_ server: PythonServer, in name: String = "app") throws -> DeviceApp {
    try DeviceApp(
      server: server.address,
      folder: folder.appending(path: name),
      scheduler: LiveScheduler()
    )
  }

  /// Sends a request as Ann, and gives the status of the answer.
  private func status(
    of method: String,
    _ path: String,
    _ body: String,
    to server: PythonServer,
    as account: String = "ann"
  ) async throws -> Int? {
    var request = URLRequest(url: try #require(URL(string: server.address + path)))
    request.httpMethod = method
    request.httpBody = Data(body.utf8)
    request.setValue("Bearer token-of-\(account)", forHTTPHeaderField: "Authorization")
    request.setValue("k1", forHTTPHeaderField: "Idempotency-Key")
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode
  }

  private func signOn(_ app: DeviceApp) async throws {
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.registration.setPermission(.authorized)
    app.registration.subscribe("news")
    app.manager.didRegister(deviceToken: try DeviceToken(hex: Self.token))
    for await state in app.registration.states where state.isAcknowledged { break }
  }

  private func signOff(_ app: DeviceApp) async {
    #expect(await app.registration.signOff("ann", within: .seconds(60)))
    app.lifecycle.setAccount(nil)
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `from an empty server to a registered device, and to none again`(
    script: PythonServer.Script
  ) async throws {
    let server = try PythonServer(script)
    let app = try launch(server)
    try await signOn(app)
    let device = PythonServer.Everything.Device(
      account: "ann",
      token: Self.token,
      topics: ["news"],
      permission: "authorized"
    )
    #expect(try await server.everything().devices == [device])
    await signOff(app)
    #expect(try await server.everything().devices == [])
  }

  @Test func `a server that is out of order is asked again after Retry-After`() async throws {
    let server = try PythonServer(outage: 3)
    let app = try launch(server)
    var failureCount = 0
    app.registration.log = { if case .failed = $0 { failureCount += 1 } }
    try await signOn(app)
    #expect(failureCount >= 1)
    #expect(try await server.everything().devices.map(\.account) == ["ann"])
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `a device that has lost its store is still one device`(
    script: PythonServer.Script
  ) async throws {
    let server = try PythonServer(script)
    let app = try launch(server)
    try await signOn(app)
    let tomorrow = try launch(server, in: "other")
    try await signOn(tomorrow)
    #expect(try await server.everything().devices.count == 1)
    await signOff(tomorrow)
    #expect(try await server.everything().devices == [])
  }

  @Test(
    arguments: PythonServer.Script.allCases,
    [
      "{}", "[]", "x", #"{"installation":"i","revision":1,"device":"text"}"#,
      #"{"installation":"i","revision":"1","device":null}"#,
      #"{"installation":"i","revision":1,"device":{}}"#, String(repeating: "[", count: 100_000),
    ]
  )
  func `a malformed record is refused and changes nothing`(
    script: PythonServer.Script,
    body: String
  ) async throws {
    let server = try PythonServer(script)
    #expect(try await status(of: "PUT", "/accounts/ann/device", body, to: server) == 400)
    #expect(try await server.everything().devices == [])
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `an account may have any name`(script: PythonServer.Script) async throws {
    let server = try PythonServer(script)
    let device = #"{"installation":"i","revision":1,"device":{"token":"aa","topics":[]}}"#
    let status = try await status(
      of: "PUT",
      "/accounts/ann%20b%2Fc/device",
      device,
      to: server,
      as: "ann b/c"
    )
    #expect(status == 200)
    #expect(try await server.everything().devices.map(\.account) == ["ann b/c"])
  }

  /// A request with a revision of an installation, with a token or, without one, a sign-off.
  private func put(
    _ installation: String,
    _ revision: Int,
    token: String?,
    as account: String = "ann",
    to server: PythonServer
  ) async throws -> Int? {
    let device = token.map { "{\"token\":\"\($0)\",\"topics\":[]}" } ?? "null"
    return try await status(
      of: "PUT",
      "/accounts/\(account)/device",
      "{\"installation\":\"\(installation)\",\"revision\":\(revision),\"device\":\(device)}",
      to: server,
      as: account
    )
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `a late request revives neither a sign-off nor a lost installation`(
    script: PythonServer.Script
  ) async throws {
    let server = try PythonServer(script)
    func tokens() async throws -> [String] {
      try await server.everything().devices.map(\.token)
    }
    #expect(try await put("old", 5, token: "aa", to: server) == 200)
    #expect(try await put("old", 6, token: "aa", as: "bob", to: server) == 200)
    #expect(try await put("old", 8, token: nil, as: "bob", to: server) == 200)
    #expect(try await put("old", 7, token: "aa", as: "bob", to: server) == 200)
    #expect(try await tokens() == ["aa"])
    #expect(try await put("new", 100, token: "aa", to: server) == 200)
    #expect(try await put("old", 9, token: "aa", to: server) == 409)
    #expect(try await put("old", 10, token: "aa", as: "bob", to: server) == 409)
    #expect(try await tokens() == ["aa"])
    #expect(try await put("new", 101, token: nil, to: server) == 200)
    #expect(try await put("old", 11, token: "aa", to: server) == 409)
    #expect(try await put("old", 12, token: nil, to: server) == 200)
    #expect(try await tokens() == [])
    #expect(try await put("new", 102, token: "bb", as: "bob", to: server) == 200)
    #expect(try await put("never seen", 4, token: "bb", to: server) == 409)
    #expect(try await tokens() == ["bb"])
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `a receipt of an unknown kind is stored`(script: PythonServer.Script) async throws {
    let server = try PythonServer(script)
    let batch = #"{"lost":0,"receipts":[{"id":"1","kind":"seen","push":"m1"}]}"#
    #expect(try await status(of: "POST", "/accounts/ann/receipts", batch, to: server) == 200)
    #expect(try await server.everything().receipts.map(\.kind) == ["seen"])
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `a batch that comes again counts lost receipts once, and a malformed one never`(
    script: PythonServer.Script
  ) async throws {
    let server = try PythonServer(script)
    let receipt = #"{"id":"1","kind":"opened","push":"m1"}"#
    let batch = "{\"lost\":3,\"receipts\":[\(receipt)]}"
    for body in [batch, batch, #"{"lost":3,"receipts":[{}]}"#] {
      _ = try await status(of: "POST", "/accounts/ann/receipts", body, to: server)
    }
    let everything = try await server.everything()
    #expect(everything.lost == 3)
    #expect(everything.receipts.count == 1)
  }

  @Test(arguments: PythonServer.Script.allCases)
  func `the receipts of a push arrive once, when the app enters the background`(
    script: PythonServer.Script
  ) async throws {
    let server = try PythonServer(script)
    let app = try launch(server)
    let (entries, continuation) = AsyncStream<ReceiptsEvent>.makeStream()
    app.receipts.log = { continuation.yield($0) }
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    let push = try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#.utf8)
    _ = await app.manager.deliver(push)
    app.manager.open(push)
    app.lifecycle.setPhase(.background)
    for await case .sent in entries { break }
    let everything = try await server.everything()
    #expect(everything.receipts.map(\.kind) == ["received", "opened"])
    #expect(everything.receipts.allSatisfy { $0.push == "m1" && $0.account == "ann" })
    #expect(everything.lost == 0)
  }
}
