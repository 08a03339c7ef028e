import Devices
import Foundation
import PushHub
import PushHubBackend
import PushHubTesting
import Testing

/// Several accounts in one app, with the example's server, where both processes fail.
@MainActor
@Suite(.timeLimit(.minutes(5)))
final class AccountsTests {
  private static let accounts: [AccountID] = ["ann", "bob", "cid"]

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "accounts-tests-\(UUID().uuidString)")
  private let clock = ManualScheduler()
  private var app: DeviceApp?
  private var server: PythonServer?
  private var generator = Seeded(state: 0)

  /// What the user has done, and the token that the system has given.
  private var signedIn: Set<AccountID> = []
  private var token = DeviceToken([0])

  /// The accounts that the server has acknowledged, and that have not signed out since.
  private var registered: Set<AccountID> = []

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts the server, or starts it again with the same address and store.
  private func startServer(faults seed: Int?) throws {
    let port = server?.port ?? 0
    server?.stop()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try PythonServer(
      faults: seed,
      refuses: seed != nil,
      port: port,
      store: folder.appending(path: "server.json")
    )
  }

  /// Ends the process in the middle of requests, and starts another one.
  private func launch(knowsAccounts: Bool = true) throws {
    app = nil
    let address = try #require(server).address
    let app = try DeviceApp(server: address, folder: folder, scheduler: clock)
    self.app = app
    app.manager.didRegister(deviceToken: token)
    app.lifecycle.setPhase(.active)
    if knowsAccounts { setAccounts() }
  }

  private func setAccounts() {
    app?.lifecycle.setAccounts(signedIn, shown: signedIn.sorted().randomElement(using: &generator))
  }

  private func signInOrOut() {
    let account = Self.accounts.randomElement(using: &generator) ?? "ann"
    if signedIn.remove(account) == nil { signedIn.insert(account) }
    registered.remove(account)
  }

  private func perform(step: Int, of seed: Int) throws {
    switch Int.random(in: 0..<13, using: &generator) {
    case 0...3:
      signInOrOut()
      setAccounts()
    case 4: setAccounts()
    case 5:
      token = DeviceToken([1, UInt8(step)])
      app?.manager.didRegister(deviceToken: token)
    case 6: try startServer(faults: seed + 100 * step)
    case 7: try launch()
    case 8: try launch(knowsAccounts: false)
    case 9:
      signInOrOut()
      try launch()
    case 10:
      app?.lifecycle.setPhase(.background)
      app?.lifecycle.setPhase(.active)
    // A request under way has no answer in time, although the server may have it.
    case 11: clock.advance(by: .seconds(61))
    default: clock.advance(by: .seconds(3_600))
    }
  }

  /// Waits for the answers to the requests under way, and compares the server with what must stay there.
  private func settle() async throws {
    await clock.settle()
    let devices = try await #require(server).everything().devices
    let stored = devices.map { AccountID(rawValue: $0.account) }
    let lost = registered.subtracting(stored)
    #expect(lost.isEmpty, "\(lost) are signed in, and were signed off")
    for (account, state) in try #require(app).registration.runtime.accountStates
    where signedIn.contains(account) && state.isAcknowledged { registered.insert(account) }
  }

  @Test(arguments: 1...6)
  func `whatever fails, the server ends with the accounts that are signed in`(
    seed: Int
  ) async throws {
    generator = Seeded(state: UInt64(seed))
    try startServer(faults: seed)
    try launch()
    for step in 1...60 {
      try perform(step: step, of: seed)
      guard Bool.random(using: &generator) else { continue }
      clock.advance(by: .seconds(2))
      try await settle()
    }
    try startServer(faults: nil)
    setAccounts()
    await clock.settle()
    app?.lifecycle.setPhase(.background)
    app?.lifecycle.setPhase(.active)
    for _ in 1...5 {
      clock.advance(by: .seconds(11))
      try await settle()
    }
    let devices = try await #require(server).everything().devices
    #expect(devices.map(\.account) == signedIn.sorted().map(\.rawValue))
    #expect(devices.allSatisfy { $0.token == token.hex })
    #expect(app?.registration.leavingAccounts == [])
    #expect(registered == signedIn)
  }
}
