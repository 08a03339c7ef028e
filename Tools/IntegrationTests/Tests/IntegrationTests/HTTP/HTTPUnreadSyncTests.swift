import FlyingFox
import PushHub
import PushHubObservers
import PushHubTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct HTTPUnreadSyncTests {
  @Test func `the sync shows what the server says`() async throws {
    try await TestServer.run { _ in
      .unread(3)
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await world.scheduler.settle()
      #expect(world.sync.state.count == 3)
      #expect(!world.sync.state.isStale)
    }
  }

  @Test func `a failing server is asked again until it heals`() async throws {
    let script = AnswerScript(.unread(3), .status(500), .status(502), .status(503), .unread(4))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await world.scheduler.settle()
      world.sync.refresh()
      await world.scheduler.settle()
      for _ in 1...3 {
        #expect(world.sync.state.count == 3)
        #expect(world.sync.state.isStale)
        await world.advance(by: try #require(world.retryDelay))
      }
      #expect(world.sync.state.count == 4)
      #expect(!world.sync.state.isStale)
      #expect(server.requests.count == 5)
    }
  }

  @Test func `Retry-After decides when a busy server is asked again`() async throws {
    let busy = HTTPResponse.status(429, headers: [.retryAfter: "17"])
    let date: HTTPHeaders = [
      .retryAfter: "Thu, 01 Jan 2026 00:00:40 GMT", .date: "Thu, 01 Jan 2026 00:00:17 GMT",
    ]
    let script = AnswerScript(busy, .status(503, headers: date), .unread(2))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await world.scheduler.settle()
      let first = try #require(world.retryDelay)
      #expect((.seconds(17)...(.seconds(34))).contains(first))
      await world.advance(by: first - .nanoseconds(1))
      #expect(server.requests.count == 1)
      await world.advance(by: .nanoseconds(1))
      #expect(server.requests.count == 2)
      let second = try #require(world.retryDelay)
      #expect((.seconds(23)...(.seconds(46))).contains(second))
      await world.advance(by: second)
      #expect(world.sync.state.count == 2)
      #expect(server.requests.count == 3)
    }
  }

  @Test(arguments: [401, 403])
  func `a refused account is left alone until another signs in`(status: Int) async throws {
    try await TestServer.run { request in
      request.path.contains("ann") ? .status(status) : .unread(9)
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await world.scheduler.settle()
      #expect(world.sync.state.isStale)
      await world.advance(by: .seconds(3600))
      #expect(server.requests.count == 1)
      world.lifecycle.setAccount("ben")
      await world.scheduler.settle()
      #expect(world.sync.state.count == 9)
      #expect(server.requests.count == 2)
    }
  }

  @Test(arguments: [401, 403])
  func `a refused account is asked for again when the app wants it`(status: Int) async throws {
    let script = AnswerScript(.status(status), .unread(9))
    try await TestServer.run { _ in
      script.next()
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await world.scheduler.settle()
      await world.advance(by: .seconds(3600))
      #expect(server.requests.count == 1)
      world.sync.refresh()
      await world.scheduler.settle()
      #expect(world.sync.state.count == 9)
    }
  }

  @Test func `a timeout is a failure like any other`() async throws {
    let gate = Gate()
    try await TestServer.run { _ in
      await gate.pass()
      return .unread(1)
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await server.arrival()
      await world.advance(by: .seconds(30))
      #expect(world.sync.state.isStale)
      gate.open()
      await world.advance(by: try #require(world.retryDelay))
      #expect(world.sync.state.count == 1)
    }
  }

  @Test func `an answer for the account before is never shown`() async throws {
    let gate = Gate()
    try await TestServer.run { request in
      guard request.path.contains("ann") else { return .unread(5) }
      await gate.pass()
      return .unread(100)
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await server.arrival()
      world.lifecycle.setAccount("ben")
      gate.open()
      await world.scheduler.settle()
      #expect(world.sync.state.count == 5)
      #expect(!world.log.contains(.count(count: 100)))
    }
  }

  @Test func `switching to and fro shows each account its own count`() async throws {
    try await TestServer.run { request in
      .unread(request.path.contains("ann") ? 3 : 5)
    } _: { server in
      let world = try SyncWorld(template: server.template, account: "ann")
      await world.scheduler.settle()
      for (account, count) in [("ben", 5), ("ann", 3), ("ben", 5)] {
        world.lifecycle.setAccount(AccountID(rawValue: account))
        #expect(world.sync.state.count == 0)
        await world.scheduler.settle()
        #expect(world.sync.state.count == count)
      }
      #expect(server.requests.count == 4)
    }
  }
}
