import Foundation
import PushHub
import Testing

@testable import PushHubAlerts

@MainActor
struct PermissionStoreTests {
  @Test func `what can't be kept is not asked, and is when it can`() async {
    let app = PermissionApp()
    await app.start()
    app.store.saveFails = true
    await app.noteMoment()
    #expect(app.questionCount == 0)
    #expect(app.log.last == .passedOver(.storeUnknown))
    app.store.saveFails = false
    await app.noteMoment()
    #expect(app.questionCount == 1)
  }

  @Test func `a store that can't be read is tried again on return`() async {
    let app = PermissionApp()
    app.store.loadFails = true
    await app.start()
    await app.noteMoment()
    #expect(app.log.contains(.passedOver(.storeUnknown)))
    #expect(app.policy.level == .notDetermined)
    #expect(app.policy.canAsk == nil)
    #expect(app.authority.requests.contains(.provisional) == false)
    app.store.loadFails = false
    await app.comeBack()
    #expect(app.authority.requests == [.level, .level, .provisional])
    await app.noteMoment()
    #expect(app.log.last == .asked(1))
  }

  @Test func `what has changed is logged although the store could not be read at first`() async {
    let app = PermissionApp(store: PlannedStore(PermissionLedger(level: .authorized)))
    app.authority.level = .denied
    app.store.loadFails = true
    await app.start()
    app.store.loadFails = false
    await app.comeBack()
    #expect(app.log.last == .changed(from: .authorized, to: .denied))
  }

  @Test func `an answer that could not be saved is kept when it is attached again`() async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.store.saveFails = true
    await app.answer(.never)
    app.context.detach(app.policy)
    app.store.saveFails = false
    app.context.attach(app.policy)
    await app.comeBack()
    await app.noteMoment()
    #expect(app.log.last == .passedOver(.askedOften))
  }

  @Test func `a damaged store is told, and is a first run`() async {
    let app = PermissionApp()
    app.store.isDamaged = true
    await app.start()
    #expect(app.log.count == 1)
    guard case .storeFailed = app.log.first else {
      Issue.record("Nothing was told.")
      return
    }
    await app.noteMoment()
    #expect(app.log.last == .asked(1))
    #expect(app.store.value?.questionCount == 1)
  }
}
