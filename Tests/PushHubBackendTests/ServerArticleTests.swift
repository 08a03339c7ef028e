import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubBackend
@testable import PushHubNetworking
@testable import TestSupport

/// What the features send is what the article for servers says.
@MainActor
struct ServerArticleTests {
  /// The bodies of requests, as `AccountClient` sends them.
  @MainActor
  private final class Bodies: RegistrationEndpoint, ReceiptEndpoint {
    private(set) var registrations: [JSONValue] = []
    private(set) var receipts: [JSONValue] = []

    @MainActor
    func send(_ request: RegistrationRequest) async throws {
      registrations.append(try Self.json(request))
    }

    @MainActor
    func send(_ batch: ReceiptBatch) async throws {
      receipts.append(try Self.json(batch.body))
    }

    private static func json(_ body: some Encodable) throws -> JSONValue {
      try JSONValue(text: String(decoding: body.sortedJSON, as: UTF8.self))
    }
  }

  private typealias Schema = (name: String, schema: JSONSchema, examples: [JSONValue])

  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func article() throws -> String {
    let path = "Sources/PushHubBackend/PushHubBackend.docc/server.md"
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func blocks(in language: String) throws -> [String] {
    try article().components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }

  /// Each schema, with the examples that stand between it and the next one.
  private static func schemas() throws -> [Schema] {
    var schemas: [Schema] = []
    for block in try blocks(in: "json") {
      let value = try JSONValue(text: block)
      if value["$schema"] != nil {
        schemas.append((value["title"]?.stringValue ?? "", JSONSchema(value), []))
      } else {
        schemas[schemas.count - 1].examples.append(value)
      }
    }
    return schemas
  }

  @Test func `the article's examples fit its schemas, and a changed one doesn't`() throws {
    let schemas = try Self.schemas()
    #expect(schemas.map(\.name) == ["registration", "receipts", "unread"])
    for (name, schema, examples) in schemas {
      var schema = schema
      #expect(!examples.isEmpty)
      for example in examples {
        #expect(schema.problems(of: example) == [])
        for name in example.objectValue?.keys.sorted() ?? [] {
          var changed = example.objectValue ?? [:]
          changed[name] = nil
          #expect(schema.problems(of: .object(changed)) != [], "\(name) may be missing")
          changed[name] = .bool(true)
          #expect(schema.problems(of: .object(changed)) != [], "\(name) may be anything")
        }
        var further = example.objectValue ?? [:]
        further["further"] = "1"
        // The server's response may have more.
        #expect(schema.problems(of: .object(further)).isEmpty == (name == "unread"))
      }
    }
  }

  @Test func `what the features send fits the schemas, which allow nothing else`() async throws {
    let (app, bodies, folder) = (SimulatedApp(), Bodies(), TemporaryFolder())
    try await register(app, bodies)
    try await report(app, bodies, in: folder.url)
    let sent = ["registration": bodies.registrations, "receipts": bodies.receipts]
    for (name, schema, _) in try Self.schemas() where name != "unread" {
      var schema = schema
      for body in try #require(sent[name]) {
        #expect(schema.problems(of: body) == [])
      }
      let known = Set(try #require(Self.optional[name]))
      #expect(schema.absent.filter { $0.contains("=") }.subtracting(schema.present) == [])
      #expect(schema.absent.intersection(schema.present).filter { !$0.contains("=") } == known)
      #expect(schema.absent.filter { !$0.contains("=") }.subtracting(schema.present) == [])
    }
  }

  /// The properties that the article says may be absent.
  private static let optional = [
    "registration": [
      "/token", "/device/permission", "/device/liveActivities", "/device/details",
      "/device/details/appVersion", "/device/details/locale",
      "/device/details/refreshesInBackground", "/device/liveActivities/isAllowed",
      "/device/liveActivities/allowsFrequentUpdates",
      "/device/liveActivities/activities[]/name", "/device/liveActivities/activities[]/token",
      "/device/liveActivities/activities[]/channel",
    ],
    "receipts": [
      "/receipts[]/message", "/receipts[]/action", "/receipts[]/options", "/receipts[]/reason",
    ],
  ]

  /// A server that answers everything with one status.
  @MainActor
  private final class OneStatus: RegistrationEndpoint, ReceiptEndpoint {
    let error: HTTPSourceError
    private(set) var registrationCount = 0
    private(set) var batchCount = 0

    init(_ status: Int) {
      let codes = [401: HTTPSourceError.Code.unauthorized, 403: .forbidden]
      error = HTTPSourceError(
        codes[status] ?? .failureStatus,
        endpoint: "https://example.com",
        statusCode: status
      )
    }

    @MainActor
    func send(_ request: RegistrationRequest) async throws {
      registrationCount += 1
      throw error
    }

    @MainActor
    func send(_ batch: ReceiptBatch) async throws {
      batchCount += 1
      throw error
    }
  }

  @Test(arguments: [401, 403, 404, 409, 410, 418, 501, 302, 408, 425, 429, 500, 503])
  func `a refused request is sent once in ten hours, and on a return`(status: Int)
    async throws
  {
    let (app, server, folder) = (SimulatedApp(), OneStatus(status), TemporaryFolder())
    let registration = DeviceRegistration(
      endpoint: server,
      store: MemoryStore(),
      configuration: DeviceRegistration.Configuration(environment: .production)
    )
    let receipts = PushReceipts(outbox: Outbox(directory: folder.url), endpoint: server)
    try app.host.install(registration, named: "registration")
    try app.host.install(receipts, named: "receipts")
    app.lifecycle.setPhase(.active)
    app.lifecycle.setAccount("ann")
    app.manager.didRegister(deviceToken: .first)
    app.manager.receive(payload(#"{"aps":{"alert":"Hi"}}"#), via: .remote)
    for _ in 1...600 {
      await app.wait(60)
    }
    let isRepeated = [302, 408, 425, 429, 500, 503].contains(status)
    #expect(isRepeated ? server.registrationCount > 60 : server.registrationCount == 1)
    #expect(isRepeated ? server.batchCount > 60 : server.batchCount == 1)
    app.returnToForeground()
    for _ in 1...10 {
      await app.wait(1)
    }
    #expect(isRepeated || server.registrationCount > 1)
  }

  @Test func `the article has the small server of the example`() throws {
    let url = Self.root.appending(path: "Examples/Devices/small_server.py")
    let server = try String(contentsOf: url, encoding: .utf8)
    #expect(try Self.blocks(in: "python") == [server.trimmingCharacters(in: .newlines)])
  }

  private func register(_ app: SimulatedApp, _ endpoint: Bodies) async throws {
    func pass() async {
      await app.wait(2)
    }
    for environment in [DeviceRecord.Environment.sandbox, .production] {
      let details = Lock(DeviceDetails())
      details.withLock { ($0.appVersion, $0.locale) = (nil, nil) }
      var read: (@MainActor () -> DeviceDetails)?
      if environment == .production { read = { details.withLock { $0 } } }
      let registration = DeviceRegistration(
        endpoint: endpoint,
        store: MemoryStore(),
        configuration: DeviceRegistration.Configuration(environment: environment),
        details: read
      )
      app.lifecycle.setPhase(.active)
      app.lifecycle.setAccount("ann")
      try app.host.install(registration, named: "registration")
      app.manager.didRegister(deviceToken: .first)
      await pass()
      for permission in PermissionLevel.allCases {
        registration.setPermission(permission)
        await pass()
      }
      details.withLock {
        ($0.appVersion, $0.locale, $0.refreshesInBackground) = ("1.2", "de", true)
      }
      app.returnToForeground()
      await pass()
      registration.setTags(["language": "de"])
      registration.setToken(PushToken(text: "f1"), named: "fcm")
      registration.subscribe("news")
      let system = ControlledActivityKit()
      if environment == .sandbox { (system.isAllowed, system.allowsFrequentUpdates) = (nil, nil) }
      let activities = LiveActivities(source: system, store: MemoryStore())
      registration.follow(activities)
      try app.host.install(activities, named: "activities")
      await pass()
      system.yield(startToken: .init(text: "aa01"))
      for state in [LiveActivity.State.pending, .active, .stale] {
        system.yield("\(state)", state, token: state == .active ? PushToken(text: "bb02") : nil)
        await pass()
      }
      system.yield("active", .dismissed)
      system.yield("stale", .gone)
      system.yield("nameless", name: nil)
      system.yield("broadcast", channel: "c1")
      await pass()
      app.lifecycle.setAccount(nil)
      await pass()
      try app.host.remove(named: "activities")
      try app.host.remove(named: "registration")
    }
  }

  private func report(_ app: SimulatedApp, _ endpoint: Bodies, in folder: URL) async throws {
    let outbox = Outbox(directory: folder, maximumCount: 24)
    app.lifecycle.setAccount("ann")
    let kinds: [PushReceipt.Kind] =
      [
        .received, .delivered, .opened(.default), .opened(.custom("again")), .dismissed,
        .presented([]), .presented(.all),
      ] + [.signedOut, .expired, .overflowed].map { .dropped($0) }
    for (number, kind) in (kinds + kinds + kinds).enumerated() {
      let receipt = PushReceipt(
        kind,
        pushID: "push-\(number)",
        messageID: number.isMultiple(of: 2) ? "m\(number)" : nil,
        account: "ann",
        date: app.clock.date
      )
      try outbox.append(receipt)
    }
    try app.host.install(PushReceipts(outbox: outbox, endpoint: endpoint), named: "receipts")
    let payload = payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}"#)
    _ = await app.manager.present(payload)
    for action in [PushResponse.Action.default, .dismiss, .custom("again")] {
      app.manager.open(payload, response: PushResponse(action: action))
    }
    await app.wait(300)
  }
}

extension JSONValue {
  /// Reads JSON, which its coding has as a text.
  fileprivate init(text: String) throws {
    self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(text))
  }
}
