import PushHub
import Testing

@testable import PushHubNetworking
@testable import PushHubObservers
@testable import TestSupport

/// The time that the system gives the app in the background is used to ask, and waits for the answer.
final class UnreadSyncRefreshTests: UnreadSyncApp {
  private var driver = UnreadSyncDriver.elsewhere(.spreading)

  init() {
    super.init()
    driver.setPhase(.background)
  }

  @Test func `it asks at once, and ends with the answer`() {
    driver.refreshInBackground(1)
    #expect(driver.takeReasons() == [.background])
    driver.answer(4)
    driver.refreshInBackground(2)
    driver.answer(4)
    driver.refreshInBackground(3)
    driver.fail()
    #expect(driver.released == [1: .newData, 2: .noData, 3: .failed])
  }

  @Test func `a push that is spread is asked for with it`() {
    driver.push()
    driver.refreshInBackground(1)
    #expect(driver.takeReasons() == [.background])
    driver.answer(4)
    driver.wait(.seconds(3_600))
    #expect(driver.takeReasons() == [])
  }

  @Test func `a server that wants to be left alone is not asked`() {
    driver.refreshInBackground(1)
    driver.fail(SourceFailure(message: "429", retryAfter: .seconds(600)))
    #expect(driver.takeReasons() == [.background])
    driver.refreshInBackground(2)
    #expect(driver.skips == [.retryAfter])
    #expect(driver.takeReasons() == [])
    #expect(driver.released == [1: .failed, 2: .failed])
  }

  @Test func `without an account there is nothing to do`() {
    driver.signIn(nil)
    driver.refreshInBackground(1)
    #expect(driver.takeReasons() == [])
    #expect(driver.released == [1: .noData])
  }

  @MainActor
  @Test func `the manager's refresh waits for the source`() async {
    lifecycle.setAccount("ann")
    attach()
    let results = Holder<[FetchResult]>([])
    clock.perform { [manager] in
      results.value.append(await manager.refresh())
    }
    await source.waitForCall(1)
    await answer(3)
    #expect(state.count == 3)
    #expect(results.value == [.newData])
  }
}
