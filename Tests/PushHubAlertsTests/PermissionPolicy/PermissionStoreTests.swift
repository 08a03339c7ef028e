import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

@MainActor
struct PermissionStoreTests {
  private let app = PermissionApp()

  @Test func `a question that can't be saved is not asked, and is later`() async {
    await app.start()
    app.store.failsToSave = true
    await app.noteMoment()
    await app.wait(1)
    #expect(app.questionCount == 0)
    #expect(app.log.last == .passedOver(reason: .storeUnknown))
    app.store.failsToSave = false
    await app.noteMoment()
    #expect(app.questionCount == 1)
  }

  @Test func `a question that waits for the store is not asked after the app was left`() async {
    await app.start()
    app.store.failsToSave = true
    await app.noteMoment()
    app.store.failsToSave = false
    app.lifecycle.setPhase(.inactive)
    await app.wait(60)
    #expect(app.questionCount == 0)
    #expect(app.log.last == .passedOver(reason: .storeUnknown))
    #expect(app.store.value?.questionCount == 0)
  }

  @Test func `nothing is asked before the store can be read`() async {
    app.store.failsToLoad = true
    await app.start()
    guard case .store? = app.log.last else {
      Issue.record("Nothing was logged.")
      return
    }
    await app.noteMoment()
    #expect(app.log.last == .passedOver(reason: .storeUnknown))
    #expect(app.policy.level == nil && app.policy.canAsk == nil)
    #expect(app.authority.requests == [])
    app.store.failsToLoad = false
    await app.comeBack()
    #expect(app.questionCount == 0 && app.policy.level == .provisional)
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
    app.store.isDamaged = true
    await app.start()
    guard case .store? = app.log.first else {
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

  @Test func `a file of an earlier version is read, and keeps its form`() async throws {
    let text = #"{"answer":"never","level":"provisional","questionCount":1,"refused":788918400}"#
    let ledger = try JSONDecoder().decode(PermissionLedger.self, from: Data(text.utf8))
    let app = PermissionApp(store: FailingStore(ledger))
    await app.start()
    await app.comeBack()
    #expect(app.log == [.changed(from: .provisional, level: .notDetermined)])
    #expect(app.policy.canAsk == false && app.store.saveCount == 2)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(app.store.value), as: UTF8.self) == text)
  }
}
