import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@testable import TestSupport

/// A callback of the sync may call it at once, from inside.
final class UnreadSyncReentrancyTests: UnreadSyncApp {
  @Test func `a sign-out from inside a change comes after it, and stops the rest`()
    async
  {
    await startAtHome()
    onLog = { [unowned self] in
      if $0 == .count(count: 4) { lifecycle.setAccount(nil) }
    }
    receive("m1")
    await source.waitForCall(2)
    receive("m2")
    await answer(4)
    #expect(source.askers == ["ann", "ann"])
    #expect(postedCounts == [4, 0])
    #expect(state == .signedOut)
    #expect(
      log == [.sync(reason: .push), .count(count: 4), .sync(reason: .push), .count(count: 0)]
    )
  }

  @Test func `a detachment as a request begins keeps it from the source`() async {
    await startAtHome()
    onLog = { [unowned self] in
      if $0 == .sync(reason: .push) { detach() }
    }
    receive("m1")
    await settle()
    #expect(source.askers == ["ann"])
    #expect(state == UnreadState())
  }
}
