import Devices
import Foundation
import PushHub
import PushHubBackend
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The app against the example's servers or, with its address in `PUSHHUB_SERVER`, against one of your own.
///
/// That server accepts `Bearer token-of-ann` for `ann`, and answers `GET /` with what it has stored, as the
/// example's do. It may hold the accounts of former runs.
@MainActor
@Suite(.timeLimit(.minutes(2)), .serialized)
final class ServerTests {
  private nonisolated static let own = ProcessInfo.processInfo.environment["PUSHHUB_SERVER"]

  /// The example's servers; `nil` for one of your own.
  private nonisolated static let scripts: [PythonServer.Script?] =
    own == nil ? PythonServer.Script.allCases : [nil]

  private struct Server {
    let address: String
    private let process: PythonServer?

    init(_ script: PythonServer.Script?) throws {
      process = try script.map { try PythonServer($0) }
      address = try #require(process?.address ?? own)
    }

    init(_ process: PythonServer) {
      (address, self.process) = (process.address, process)
    }

    func everything() async throws -> PythonServer.Everything {
      let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: address)))
      return try JSONDecoder().decode(PythonServer.Everything.self, from: data)
    }
  }

  /// Digits of this test alone, in all that it sends.
  private let run = String(Int.random(in: 0x1000_0000...0xFFFF_FFFF), radix: 16)

  private var ann: String { "ann-\(run)" }
  private var bob: String { "bob-\(run)" }
  private var token: String { "00112233\(run)" }

  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "devices-tests-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func devices(
    of server: Server
  ) async throws -> [PythonServer.Everything.Device] {
    try await server.everything().devices.filter { $0.account.hasSuffix(run) }
  }

  private func receipts(
    of server: Server
  ) async throws -> [PythonServer.Everything.Receipt] {
    try await server.everything().receipts.filter { $0.account.hasSuffix(run) }
  }

  private func launch(_ server: Server, in name: String = "app") throws -> DeviceApp {
    try DeviceApp(
      server: server.address,
      folder: folder.appending(path: name),
      scheduler: LiveScheduler()
    )
  }

  /// Sends a request of an account, and gives the status of the answer.
  private func status(
    of method: String,
    _ resource: String,
    _ body: String,
    to server: Server,
    as account: String
  ) async throws -> Int? {
    let name = try #require(account.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let address = "\(server.address)/accounts/\(name)/\(resource)"
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    request.httpBody = Data(body.utf8)
    request.setValue("Bearer token-of-\(account)", forHTTPHeaderField: "Authorization")
    request.setValue("k1-\(run)", forHTTPHeaderField: "Idempotency-Key")
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode
  }

  private func signOn(_ app: DeviceApp) async throws {
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount(AccountID(rawValue: ann))
    app.registration.setPermission(.authorized)
    app.registration.subscribe("news")
    app.manager.didRegister(deviceToken: try DeviceToken(hex: token))
    for await state in app.registration.states where state.isAcknowledged { break }
  }

  private func signOff(_ app: DeviceApp) async {
    #expect(await app.registration.signOff(AccountID(rawValue: ann), within: .seconds(60)))
    app.lifecycle.setAccount(nil)
  }

  @Test(arguments: ServerTests.scripts)
  func `from an empty server to a registered device, and to none again`(
    script: PythonServer.Script?
  ) async throws {
    let server = try Server(script)
    let app = try launch(server)
    try await signOn(app)
    let device = PythonServer.Everything.Device(
      account: ann,
      token: token,
      topics: ["news"],
      permission: "authorized"
    )
    #expect(try await devices(of: server) == [device])
    await signOff(app)
    #expect(try await devices(of: server) == [])
  }

  @Test(.enabled(if: ServerTests.own == nil))
  func `a server that is out of order is asked again after Retry-After`() async throws {
    let server = Server(try PythonServer(outage: 3))
    let app = try launch(server)
    var failureCount = 0
    app.registration.log = { if case .failed = $0 { failureCount += 1 } }
    try await signOn(app)
    #expect(failureCount >= 1)
    #expect(try await devices(of: server).map(\.account) == [ann])
  }

  @Test(arguments: ServerTests.scripts)
  func `a device that has lost its store is still one device`(
    script: PythonServer.Script?
  ) async throws {
    let server = try Server(script)
    let app = try launch(server)
    try await signOn(app)
    let tomorrow = try launch(server, in: "other")
    try await signOn(tomorrow)
    #expect(try await devices(of: server).count == 1)
    await signOff(tomorrow)
    #expect(try await devices(of: server) == [])
  }

  @Test(
    arguments: ServerTests.scripts,
    [
      "{}", "[]", "x", #"{"installation":"i","revision":1,"device":"text"}"#,
      #"{"installation":"i","revision":"1","device":null}"#,
      #"{"installation":"i","revision":1,"device":{}}"#, String(repeating: "[", count: 100_000),
    ]
  )
  func `a malformed record is refused and changes nothing`(
    script: PythonServer.Script?,
    body: String
  ) async throws {
    let server = try Server(script)
    #expect(try await status(of: "PUT", "device", body, to: server, as: ann) == 400)
    #expect(try await devices(of: server) == [])
  }

  @Test(arguments: ServerTests.scripts)
  func `an account may have any name`(script: PythonServer.Script?) async throws {
    let server = try Server(script)
    let account = "ann b/c-\(run)"
    #expect(try await put(0, 1, token: "aa", as: account, to: server) == 200)
    #expect(try await devices(of: server).map(\.account) == [account])
  }

  /// Sends a record of an installation or, without one, a sign-off.
  private func put(
    _ installation: Int,
    _ revision: Int,
    token: String,
    isOff: Bool = false,
    as account: String,
    to server: Server
  ) async throws -> Int? {
    let digits = String(installation + 1 << 32, radix: 16).suffix(8)
    let device = """
      "device":{"additionalTokens":{},"environment":"production","tags":{},"token":"\(token)\(run)",\
      "topics":[]}
      """
    let none = "\"device\":null,\"token\":\"\(token)\(run)\""
    let body = """
      {"account":"\(account)","installation":"\(run)\(run)\(run)\(digits)","revision":\(revision),\
      \(isOff ? none : device)}
      """
    return try await status(of: "PUT", "device", body, to: server, as: account)
  }

  @Test(arguments: ServerTests.scripts)
  func `a late request revives neither a sign-off nor a lost installation`(
    script: PythonServer.Script?
  ) async throws {
    let server = try Server(script)
    let (old, new, unseen) = (1, 2, 3)
    func tokens() async throws -> [String] {
      try await devices(of: server).map { String($0.token.prefix(2)) }
    }
    #expect(try await put(old, 5, token: "aa", as: ann, to: server) == 200)
    #expect(try await put(old, 6, token: "aa", as: bob, to: server) == 200)
    #expect(try await put(old, 8, token: "aa", isOff: true, as: bob, to: server) == 200)
    #expect(try await put(old, 7, token: "aa", as: bob, to: server) == 200)
    #expect(try await tokens() == ["aa"])
    #expect(try await put(new, 100, token: "aa", as: ann, to: server) == 200)
    #expect(try await put(old, 9, token: "aa", as: ann, to: server) == 409)
    #expect(try await put(old, 10, token: "aa", as: bob, to: server) == 409)
    #expect(try await tokens() == ["aa"])
    #expect(try await put(new, 101, token: "aa", isOff: true, as: ann, to: server) == 200)
    #expect(try await put(old, 11, token: "aa", as: ann, to: server) == 409)
    #expect(try await put(old, 12, token: "aa", isOff: true, as: ann, to: server) == 200)
    #expect(try await tokens() == [])
    #expect(try await put(new, 102, token: "bb", as: bob, to: server) == 200)
    #expect(try await put(unseen, 4, token: "bb", as: bob, to: server) == 409)
    #expect(try await tokens() == ["bb"])
  }

  private func batch(lost: Int, _ receipts: String...) -> String {
    "{\"account\":\"\(ann)\",\"lost\":\(lost),\"receipts\":[\(receipts.joined(separator: ","))]}"
  }

  private func receipt(_ kind: String, _ member: String = "") -> String {
    """
    {"date":1767225600000,"id":"\(UUID().uuidString)","kind":"\(kind)","push":"m1"\(member)}
    """
  }

  @Test(arguments: ServerTests.scripts)
  func `a receipt of an unknown kind is stored`(script: PythonServer.Script?) async throws {
    let server = try Server(script)
    let batch = batch(lost: 0, receipt("seen"))
    #expect(try await status(of: "POST", "receipts", batch, to: server, as: ann) == 200)
    #expect(try await receipts(of: server).map(\.kind) == ["seen"])
  }

  @Test(arguments: ServerTests.scripts)
  func `a batch that comes again counts lost receipts once, and a malformed one never`(
    script: PythonServer.Script?
  ) async throws {
    let server = try Server(script)
    let before = try await server.everything().lost
    let first = batch(lost: 3, receipt("opened", ",\"action\":\"default\""))
    for body in [first, first, batch(lost: 3, "{}")] {
      _ = try await status(of: "POST", "receipts", body, to: server, as: ann)
    }
    #expect(try await server.everything().lost == before + 3)
    #expect(try await receipts(of: server).count == 1)
  }

  @Test(arguments: ServerTests.scripts)
  func `the receipts of a push arrive once, when the app enters the background`(
    script: PythonServer.Script?
  ) async throws {
    let server = try Server(script)
    let app = try launch(server)
    let before = try await server.everything().lost
    let (entries, continuation) = AsyncStream<ReceiptsEvent>.makeStream()
    app.receipts.log = { continuation.yield($0) }
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount(AccountID(rawValue: ann))
    let push = try PushPayload(json: #"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#.utf8)
    _ = await app.manager.deliver(push)
    app.manager.open(push)
    app.lifecycle.setPhase(.background)
    for await case .sent in entries { break }
    let arrived = try await receipts(of: server)
    #expect(arrived.map(\.kind) == ["received", "opened"])
    #expect(arrived.allSatisfy { $0.push == "m1" && $0.account == ann })
    #expect(try await server.everything().lost == before)
  }
}
