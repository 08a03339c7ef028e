import Devices
import Foundation
import PushHub
import PushHubBackend

/// Lives through an hour of an app in a moment, and prints what its server receives.
///
///     devices-demo [SERVER]
///
/// SERVER is the address of server.py, by default http://127.0.0.1:8080.
@main
@MainActor
struct DevicesDemo {
  static func main() async throws {
    let server = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8080"
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "devices-demo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = try DeviceApp(server: server, folder: folder, scheduler: LiveScheduler())
    app.registration.log = { print("registration: \($0.logLine)") }
    let (entries, continuation) = AsyncStream<ReceiptsEvent>.makeStream()
    app.receipts.log = { entry in
      print("receipts: \(entry.logLine)")
      continuation.yield(entry)
    }

    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.registration.setPermission(.authorized)
    app.registration.subscribe("news")
    app.manager.didRegister(deviceToken: try DeviceToken(hex: "00112233445566778899aabbccddeeff"))
    for await state in app.registration.states where state.isAcknowledged { break }

    let push = try PushPayload(json: #"{"aps":{"alert":"Hello"},"gcm.message_id":"m1"}"#.utf8)
    _ = await app.manager.deliver(push)
    app.manager.open(push)
    app.lifecycle.setPhase(.background)
    for await case .sent in entries { break }

    _ = await app.registration.signOff("ann", within: .seconds(60))
    app.lifecycle.setAccount(nil)
  }
}
