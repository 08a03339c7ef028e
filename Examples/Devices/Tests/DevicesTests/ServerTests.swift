import Devices
import Foundation
import PushHub
import PushHubObservers
import Testing

/// The app against the example's server.
@MainActor
@Suite(.timeLimit(.minutes(2)), .serialized)
struct ServerTests {
  private static let token = "00112233445566778899aabbccddeeff"

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "devices-tests-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func launch(_ server: PythonServer) throws -> DeviceApp {
    try DeviceApp(server: server.address, folder: folder, scheduler: LiveScheduler())
  }

  private func signOn(_ app: DeviceApp) async throws {
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.registration.setPermission(.authorized)
    app.registration.subscribe("news")
    app.manager.didRegister(deviceToken: try DeviceToken(hex: Self.token))
    for await state in app.registration.states where state.isAcknowledged { break }
  }

  @Test func `from an empty server to a registered device, and to none again`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try PythonServer()
    let app = try launch(server)
    try await signOn(app)
    let device = PythonServer.Everything.Device(
      account: "ann",
      token: Self.token,
      topics: ["news"],
      permission: "authorized"
    )
    #expect(try await server.everything().devices == [device])
    app.lifecycle.setAccount(nil)
    for await state in app.registration.states where state.leavingCount == 0 { break }
    #expect(try await server.everything().devices == [])
  }

  @Test func `a server out of order is asked again, when it wants to be`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try PythonServer(outage: 3)
    let app = try launch(server)
    try await signOn(app)
    #expect(app.registration.statistics.failures >= 1)
    #expect(try await server.everything().devices.map(\.account) == ["ann"])
  }

  @Test func `what became of a push arrives when the app goes, and once`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try PythonServer()
    let app = try launch(server)
    let (entries, continuation) = AsyncStream<PushReceiptsLogEntry>.makeStream()
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
