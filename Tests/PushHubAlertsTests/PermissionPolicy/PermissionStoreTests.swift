import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

@MainActor
struct PermissionStoreTests {
  @Test func `a question that can't be saved is not asked, and is later`() async {
    let app = PermissionApp()
    await app.start()
    app.store.failsToSave = true
    await app.noteMoment()
    #expect(app.questionCount == 0)
    #expect(app.log.last == .passedOver(reason: .storeUnknown))
    app.store.failsToSave = false
    await app.noteMoment()
    #expect(app.questionCount == 1)
  }

  @Test func `a store that can't be read is tried again on return`() async {
    let app = PermissionApp()
    app.store.failsToLoad = true
    await app.start()
    await app.noteMoment()
    #expect(app.log.contains(.passedOver(reason: .storeUnknown)))
    #expect(app.policy.level == .notDetermined)
    #expect(app.policy.canAsk == nil)
    #expect(app.authority.requests.contains(.provisional) == false)
    app.store.failsToLoad = false
    await app.comeBack()
    #expect(app.authority.requests == [.level, .level, .provisional])
    await app.noteMoment()
    #expect(app.log.last == .asked(count: 1))
  }

  @Test func `a change is logged although the store could not be read at first`() async {
    let app = PermissionApp(store: FailingStore(PermissionLedger(level: .authorized)))
    app.authority.level = .denied
    app.store.failsToLoad = true
    await app.start()
    app.store.failsToLoad = false
    await app.comeBack()
    #expect(app.log.last == .changed(from: .authorized, level: .denied))
  }

  @Test(arguments: [true, false])
  func `an answer that could not be saved is kept when the policy is attached again`(
    savesFailLonger: Bool
  ) async {
    let app = PermissionApp()
    await app.start()
    await app.noteMoment()
    app.store.failsToSave = true
    await app.answer(.never)
    app.context.detach(app.policy)
    app.store.failsToSave = savesFailLonger
    app.context.attach(app.policy)
    await app.comeBack()
    app.store.failsToSave = false
    await app.noteMoment()
    #expect(app.log.last == .passedOver(reason: .askedOften))
  }

  @Test func `a damaged store is logged, and is a first run`() async {
    let app = PermissionApp()
    app.store.isDamaged = true
    await app.start()
    #expect(app.log.count == 1)
    guard case .store = app.log.first else {
      Issue.record("Nothing was logged.")
      return
    }
    await app.noteMoment()
    #expect(app.log.last == .asked(count: 1))
    #expect(app.store.value?.questionCount == 1)
  }

  @Test func `a user who accepted on one device is asked by the system alone on another`() async {
    let app = PermissionApp(.init(maximumQuestions: 1))
    await app.start()
    await app.noteMoment()
    await app.answer(.accepted)
    await app.decide(.authorized)
    let next = PermissionApp(.init(maximumQuestions: 1), store: app.store)
    await next.start()
    #expect(next.log == [.changed(from: .authorized, level: .notDetermined)])
    #expect(next.policy.canAsk == true)
    await next.noteMoment()
    #expect(next.log.last == .systemAsked)
    #expect(next.questionCount == 0)
  }

  @Test func `what this version saves is read`() throws {
    let ledger = PermissionLedger(questionCount: 1, answer: .never, refused: .now, level: .denied)
    #expect(
      try JSONDecoder().decode(PermissionLedger.self, from: JSONEncoder().encode(ledger)) == ledger
    )
  }
}
