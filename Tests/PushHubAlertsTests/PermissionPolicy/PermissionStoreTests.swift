import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import PushHubAlerts
@testable import TestSupport

final class PermissionStoreTests: PermissionApp {
  @Test func `an unsaved question is asked later`() async {
    await start()
    store.failsToSave = true
    await noteMoment()
    await wait(1)
    #expect(questionCount == 0)
    #expect(log.last == .passedOver(reason: .storeUnknown))
    store.failsToSave = false
    await noteMoment()
    #expect(questionCount == 1)
  }

  @Test func `a question that waits for the store is not asked in the background`() async {
    await start()
    store.failsToSave = true
    await noteMoment()
    store.failsToSave = false
    lifecycle.setPhase(.inactive)
    await wait(60)
    #expect(questionCount == 0)
    #expect(log.last == .passedOver(reason: .storeUnknown))
    #expect(store.value?.questionCount == 0)
  }

  @Test func `nothing is asked before the store can be read`() async {
    store.failsToLoad = true
    await start()
    #expect(log.last?.name == "store")
    await noteMoment()
    #expect(log.last == .passedOver(reason: .storeUnknown))
    #expect(policy.level == nil && policy.canAsk == nil)
    #expect(authority.requests == [])
    store.failsToLoad = false
    await comeBack()
    #expect(questionCount == 0 && policy.level == .provisional)
    await noteMoment()
    #expect(log.last == .asked(count: 1))
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
    await start()
    await noteMoment()
    store.failsToSave = true
    await answer(.never)
    context.detach(policy)
    store.failsToSave = savesFailLonger
    context.attach(policy)
    await comeBack()
    store.failsToSave = false
    await noteMoment()
    #expect(log.last == .passedOver(reason: .askedOften))
  }

  @Test func `a damaged store is logged, and is a first run`() async {
    store.isDamaged = true
    await start()
    #expect(log.first?.name == "store")
    await noteMoment()
    #expect(log.last == .asked(count: 1))
    #expect(store.value?.questionCount == 1)
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
