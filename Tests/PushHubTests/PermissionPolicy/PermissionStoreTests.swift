import Foundation
import PushHub
import PushHubAlerts
import Testing

@MainActor
struct PermissionStoreTests {
  /// What a policy has stored whose user has refused once.
  private func refusal() async throws -> Data {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.later)
    return try #require(app.store.data)
  }

  @Test func `a refusal outlives the process`() async throws {
    let store = FailingPermissionStore()
    store.data = try await refusal()
    let app = PermissionApp(store: store)
    await app.start()
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.refusedLately))
    await app.advance(by: .seconds(30 * 86_400))
    await app.noteMoment()
    #expect(app.log.last == .asked(2))
  }

  @Test func `what can't be kept is not asked, and is when it can`() async {
    let app = PermissionApp()
    await app.start()
    app.store.saveFails = true
    await app.noteMoment()
    #expect(app.presenter.questionCount == 0)
    #expect(app.log.last == .passedOver(.storeUnknown))
    app.store.saveFails = false
    await app.noteMoment()
    #expect(app.presenter.questionCount == 1)
    app.store.saveFails = true
    await app.answer(.accepted)
    #expect(!app.authority.requests.contains(.question))
    #expect(app.log.last == .passedOver(.storeUnknown))
    app.store.saveFails = false
    await app.noteMoment()
    #expect(app.presenter.questionCount == 1)
    #expect(app.authority.requests.last == .question)
  }

  @Test func `a store that can't be read is tried again on return`() async {
    let app = PermissionApp()
    app.store.loadFails = true
    await app.start()
    await app.noteMoment()
    #expect(app.log.contains(.passedOver(.storeUnknown)))
    #expect(app.state?.level == .notDetermined)
    #expect(app.state?.way == .unknown)
    #expect(app.authority.requests.contains(.provisional) == false)
    app.store.loadFails = false
    await app.comeBack()
    #expect(app.authority.requests == [.level, .level, .provisional])
    await app.noteMoment()
    #expect(app.log.last == .asked(1))
  }

  @Test func `a later version's store is told and left alone`() async {
    let data = Data(#"{"version":2,"ledger":{}}"#.utf8)
    let app = PermissionApp()
    app.store.data = data
    await app.start()
    await app.noteMoment()
    await app.comeBack()
    #expect(app.log.contains(.storeIsLater(version: 2)))
    #expect(app.log.contains(.passedOver(.storeUnknown)))
    #expect(app.presenter.questionCount == 0)
    #expect(app.store.data == data)
  }

  @Test(arguments: ["", "{}", "7", #"{"version":1}"#, #"{"version":-1,"ledger":{}}"#])
  func `a damaged store is told, and counts as a refusal just now`(text: String) async {
    let app = PermissionApp()
    app.store.data = Data(text.utf8)
    await app.start()
    #expect(app.log == [.storeDamaged])
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.refusedLately))
    await app.advance(by: .seconds(30 * 86_400))
    let next = PermissionApp(store: app.store)
    next.authority.level = .provisional
    next.scheduler.advance(by: .seconds(30 * 86_400))
    await next.start()
    await next.noteMoment()
    #expect(next.log == [.asked(1)])
  }

  /// Whatever is stored, nobody is asked more than what it says, and nothing traps.
  @Test func `damaged bytes never trap`() async throws {
    var generator = SeededGenerator(printedAs: "damaged permission stores")
    let whole = Array(try await refusal())
    var askedCount = 0
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0...generator.below(3) {
        bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
      }
      let app = PermissionApp()
      app.store.data = Data(bytes)
      await app.start()
      await app.noteMoment()
      askedCount += app.presenter.questionCount
    }
    // A refusal may have become one of another year.
    #expect(askedCount < 100)
  }

  @Test func `an app restored on another device asks anew there`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    await app.decide(.authorized)
    let next = PermissionApp(store: app.store)
    await next.start()
    #expect(next.log.contains(.restored))
    #expect(next.state?.way == .question)
    await next.noteMoment()
    await next.answer(.accepted)
    #expect(next.authority.requests.last == .question)
  }

  @Test func `a file keeps what was saved, and says when it can't be read`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "permission-store-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "permission.json")
    let store = FilePermissionStore(url: url)
    #expect(try store.load() == nil)
    try store.save(Data([1, 2]))
    #expect(try FilePermissionStore(url: url).load() == Data([1, 2]))
    try FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try store.load() }
    #expect(throws: (any Error).self) { try store.save(Data()) }
  }

  @Test func `UserDefaults keep what was saved, and give what is none as damaged`() throws {
    let suite = "permission-store-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let store = UserDefaultsPermissionStore(defaults: defaults, key: "asked")
    #expect(store.load() == nil)
    store.save(Data([1, 2]))
    #expect(UserDefaultsPermissionStore(defaults: defaults, key: "asked").load() == Data([1, 2]))
    defaults.set("text", forKey: "asked")
    #expect(store.load() == Data())
  }
}
