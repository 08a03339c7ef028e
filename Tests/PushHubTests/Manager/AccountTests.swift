import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// To which account an event belongs, and what that changes.
@MainActor
struct AccountTests: AppFixture {
  let app = SimulatedApp {
    $0.identification.account = { $0["account"]?.stringValue.map(AccountID.init(rawValue:)) }
    $0.journalMaximumAge = .seconds(100)
  }

  init() {
    lifecycle.setAccount("ann")
  }

  private func push(_ id: String, for account: String? = nil) throws -> PushPayload {
    let owner = account.map { #","account":"\#($0)""# } ?? ""
    return try payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"\#(id)"\#(owner)}"#)
  }

  /// A responder that handles responses and notes who is signed in when it is asked.
  private func router(_ asked: Holder<[String]>, handles: Bool = true) -> ResponderProbe {
    ResponderProbe { [lifecycle] _, push in
      asked.value.append("\(push.id) \(lifecycle.state.account?.rawValue ?? "nobody")")
      return handles
    }
  }

  // MARK: - A tap on a push for another account

  @Test(arguments: [true, false])
  func `the router is asked once when a responder before it has switched the account`(
    isLaunch: Bool
  ) async throws {
    let asked = Holder<[String]>([])
    let switcher = ResponderProbe { [lifecycle] _, _ in
      lifecycle.setAccount("bob")
      return false
    }
    let router = router(asked)
    let tap = try push("m1", for: "bob")
    if isLaunch { manager.didFinishLaunching(with: tap) }
    manager.add(switcher)
    manager.add(router)
    if !isLaunch { manager.open(tap) }
    await clock.settle()
    #expect(switcher.asked == ["m1 default"])
    #expect(asked.value == ["m1 bob"])
    #expect(manager.statistics.handled == 1)
    #expect(manager.statistics[.signedOut] == 0)
  }

  @Test func `a responder that declined before the account signed in is asked again`() async throws
  {
    let asked = Holder<[String]>([])
    let router = ResponderProbe { [lifecycle] _, push in
      asked.value.append(lifecycle.state.account?.rawValue ?? "nobody")
      return lifecycle.state.account == "bob"
    }
    manager.add(router)
    manager.open(try push("m1", for: "bob"))
    await clock.settle()
    lifecycle.setAccount("bob")
    await clock.settle()
    lifecycle.setAccount("ann")
    lifecycle.setAccount("bob")
    await clock.settle()
    #expect(asked.value == ["ann", "bob"])
    #expect(manager.statistics.handled == 1)
  }

  @Test func `what waits for the account that left is discarded, and nothing else`() async throws {
    for (id, account) in [("m1", nil), ("m2", "ann"), ("m3", "bob"), ("m4", "eve")]
      as [(String, String?)]
    {
      manager.open(try push(id, for: account))
    }
    lifecycle.setAccount("bob")
    #expect(app.log.filter { $0.code == .signedOut }.map(\.pushID) == ["m1", "m1", "m2", "m2"])
    let recorder = PushRecorder()
    manager.add(recorder)
    let asked = Holder<[String]>([])
    let router = router(asked, handles: false)
    manager.add(router)
    await clock.settle()
    #expect(
      recorder.lines == [
        "received m3", "opened m3 default", "received m4", "opened m4 default",
      ]
    )
    #expect(asked.value == ["m3 bob", "m4 bob"])
    lifecycle.setAccount(nil)
    #expect(app.log.last { $0.code == .signedOut }?.pushID == "m3")
    #expect(manager.statistics.waiting == 1)
  }

  @Test func `a tap for another account becomes too old as any other`() throws {
    manager.open(try push("m1", for: "bob"))
    clock.advance(by: .seconds(100))
    lifecycle.setAccount("bob")
    let responder = ResponderProbe(handles: true)
    manager.add(responder)
    #expect(responder.asked.isEmpty)
    #expect(manager.statistics[.expired] == 2, "the push, and the response to it")
  }

  @Test func `an account that left and came back finds nothing of before`() throws {
    let tap = try push("m2", for: "bob")
    let observer = PushRecorder()
    observer.onReceive = { [manager, lifecycle] event in
      guard event.push?.id == "m1" else { return }
      manager.receive(tap, via: .remote)
      for account in ["bob", "ann", "bob"] { lifecycle.setAccount(AccountID(rawValue: account)) }
    }
    manager.add(observer)
    manager.receive(try push("m1", for: "bob"), via: .remote)
    #expect(observer.lines == ["received m1"])
    #expect(app.log.last { $0.code == .signedOut }?.pushID == "m2")
  }

  // MARK: - A response that is being worked on

  @Test(arguments: [true, false])
  func `what a responder works on is not readable after its account signed out, or when too old`(
    signsOut: Bool
  ) async throws {
    let app = SimulatedApp { $0.journalMaximumAge = .seconds(10) }
    let slow = ResponderProbe { _, _ in
      try await app.clock.sleep(for: .seconds(20))
      return true
    }
    let lifecycle = app.lifecycle
    lifecycle.setAccount("ann")
    app.manager.add(slow)
    let response = PushResponse(action: .custom("reply"), reply: "See you at eight")
    app.manager.open(try message("m1"), response: response)
    await app.clock.settle()
    if signsOut { lifecycle.setAccount("bob") } else { app.clock.advance(by: .seconds(10)) }
    let late = PushRecorder()
    let later = PushRecorder()
    app.manager.add(late)
    app.manager.add(later, replay: true)
    let streams = [app.manager.events(), app.manager.events(replay: true)]
    let read = Holder<[String]>([])
    for stream in streams {
      app.clock.perform {
        for await event in stream { read.value.append(event.push?.id ?? "") }
      }
    }
    await app.clock.settle()
    app.manager.receive(try message("m2"), via: .remote)
    await app.clock.settle()
    #expect(late.lines == ["received m2"] && later.lines == ["received m2"])
    #expect(read.value == ["m2", "m2"])
    for _ in 1...2 {
      app.clock.advance(by: .seconds(10))
      await app.clock.settle()
    }
    #expect(app.manager.statistics.handled == 1)
  }

  // MARK: - Background work

  @Test func `no background work begins for a push whose account signed out meanwhile`()
    async throws
  {
    let worker = WorkerProbe(.answers, on: clock)
    manager.add(worker)
    let next = try message("m2")
    let results = Holder<[FetchResult]>([])
    let observer = PushRecorder()
    observer.onReceive = { [manager, lifecycle] _ in
      // As an app does that receives a push during a delivery.
      manager.startDelivery(PushOccurrence(next), via: .remote).whenFinished {
        results.value.append($0)
      }
      lifecycle.setAccount("bob")
    }
    manager.add(observer)
    manager.receive(try message("m1"), via: .remote)
    await clock.settle()
    #expect(observer.lines == ["received m1"])
    #expect(worker.askedCount == 0)
    #expect(results.value == [.noData])
  }
}
