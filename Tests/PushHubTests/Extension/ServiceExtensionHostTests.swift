import Foundation
import PushHubTesting
import Testing

@testable import PushHub
@testable import TestSupport

/// One notification, with steps that end in each way.
final class ServiceExtensionHostTests: ExtensionWorld {
  private var hang: ServiceExtensionStep {
    .changing("hang") { [scheduler] _ in try await scheduler.sleep(for: .seconds(3_600)) }
  }

  /// Every three steps, and the system's expiry at each time: before, in and after each of them.
  @Test(arguments: [nil, 0.25, 0.75, 2.5, 4.5, 6.5, 9.5, 12.5] as [Double?])
  func `whatever steps do, what the finished ones made is delivered once`(
    expiry: Double?
  ) async {
    for first in StepBehaviour.allCases {
      for second in StepBehaviour.allCases {
        for third in StepBehaviour.allCases {
          await check([first, second, third], expiry: expiry.map { .seconds($0) })
        }
      }
    }
  }

  private func check(_ behaviours: [StepBehaviour], expiry: Duration?) async {
    var (time, title, isDropped) = (Duration.zero, "", false)
    var outcomes: [ExtensionRun.Outcome] = []
    var isExpired = false
    for (number, behaviour) in behaviours.enumerated() where !isExpired && !isDropped {
      isExpired = expiry.map { $0 < time + behaviour.time } == true
      outcomes.append(isExpired ? .expired : behaviour.outcome)
      time = isExpired ? expiry ?? .zero : time + behaviour.time
      guard outcomes.last == .done else { continue }
      title += "\(number)"
      isDropped = behaviour == .drops
    }
    let world = ExtensionWorld()
    let host = world.host(
      behaviours.enumerated().map { $1.step($0, on: world.scheduler) }
    )
    if let expiry { world.scheduler.schedule(after: expiry) { host.expire() } }
    world.process(by: host)
    let took = await world.run()
    await world.wait(7_200)
    let end: ExtensionRun.End = isExpired ? .expired : isDropped ? .dropped : .delivered
    let run = world.runs.first
    let isRight =
      world.delivered.map(\.title) == [title] && world.delivered.map(\.body) == ["Hi"]
      && world.delivered.map(\.isDropped) == [isDropped] && took == time
      && run?.steps.map(\.outcome) == outcomes && run?.end == end && run?.took == time
    #expect(isRight, "\(behaviours) with expiry \(String(describing: expiry)): \(world.runs)")
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `ten thousand random runs deliver once, in time, what the finished steps made`()
    async
  {
    var generator = SeededGenerator(printedAs: "runs of a service extension")
    for batch in 0..<100 {
      let world = ExtensionWorld()
      let steps = (0..<generator.below(5)).map { number in
        let behaviour = StepBehaviour.allCases[generator.below(6)]
        let seconds = Double(generator.below(9))
        return generator.below(3) > 0
          ? behaviour.step(number, on: world.scheduler)
          : .reading("\(number)", limit: .seconds(5)) { [scheduler = world.scheduler] _ in
            try await scheduler.sleep(for: .seconds(seconds))
          }
      }
      let budget = Duration.seconds(generator.below(12))
      let (host, start) = (world.host(steps, budget: budget), world.scheduler.now)
      for number in 0..<100 { world.process("\(number)", by: host) }
      let expiry = Duration.seconds(Double(generator.below(30)) / 2 + 0.25)
      for _ in 0..<60 {
        await world.settle()
        world.scheduler.advance(by: .milliseconds(250))
        if world.scheduler.now - start == expiry { host.expire() }
      }
      await world.settle()
      let requests = world.delivered.map(\.requestIdentifier)
      #expect(requests.count == 100 && Set(requests).count == 100, "batch \(batch)")
      for (notification, run) in zip(world.delivered, world.runs) {
        let isReader = Set(steps.filter(\.isReadOnly).map(\.name))
        let done = run.steps.filter { $0.outcome == .done && !isReader.contains($0.name) }
        #expect(notification.title == done.map(\.name).joined(), "batch \(batch)")
        #expect(notification.body == "Hi" && run.took <= budget, "batch \(batch)")
      }
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test func `a reading step runs beside a slow one, with earlier steps' changes`()
    async
  {
    let read = Lock<[String]>([])
    let time = await run([
      .changing("first") { $0.title = "changed" },
      .reading("reader") { [scheduler] notification in
        read.withLock { $0.append(notification.title) }
        try await scheduler.sleep(for: .seconds(2))
        read.withLock { $0.append("read") }
      },
      .changing("slow") { [scheduler] notification in
        try await scheduler.sleep(for: .seconds(3))
        notification.title = "slow"
      },
    ])
    #expect(time == .seconds(3))
    #expect(read.withLock { $0 } == ["changed", "read"])
    #expect(delivered.map(\.title) == ["slow"])
  }

  @Test func `by default steps have 25 of the system's 30 seconds`() async {
    let host = ServiceExtensionHost([hang], scheduler: { [scheduler] in scheduler })
    process(by: host)
    #expect(await run() == .seconds(25))
  }

  @Test func `a step without a limit has its share of what is left of the budget`() async {
    let time = await run([hang, .changing("b") { $0.title = "b" }, hang])
    #expect(time == .seconds(25))
    let took = runs[0].steps.map(\.took)
    #expect(took[1] == .zero && took[0] < took[2] && took[0] + took[2] == .seconds(25))
    #expect(delivered.map(\.title) == ["b"])
  }

  private func attachment() throws -> URL {
    let file = folder.appending(path: "attachment")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: file)
    return file
  }

  @Test func `a file that a late step has made is removed`() async throws {
    let file = try attachment()
    await run([
      .changing("late", limit: .seconds(1)) { [scheduler] notification in
        try? await scheduler.sleep(for: .seconds(9))
        notification.attachments.append(file)
      }
    ])
    await settle()
    #expect(delivered.map(\.attachments) == [[]])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a file that a step has attached before it throws is removed`() async throws {
    let file = try attachment()
    await run([
      .changing("fails") { notification in
        notification.attachments.append(file)
        throw CancellationError()
      }
    ])
    #expect(runs[0].steps.map(\.outcome) == [.failed])
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `steps that only read leave the time to those that are waited for`() async {
    let reader = ServiceExtensionStep.reading("reader") { _ in }
    let slow = ServiceExtensionStep.changing("slow", limit: .seconds(20)) { [scheduler] _ in
      try await scheduler.sleep(for: .seconds(60))
    }
    let time = await run([
      reader, reader, reader, slow, .changing("b") { $0.title = "b" },
    ])
    #expect(time == .seconds(20))
    #expect(delivered.map(\.title) == ["b"])
  }

  @Test func `an error is logged without what it quotes`() async {
    await run([
      .changing("fails") { notification in
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: notification.body])
      }
    ])
    #expect(runs.first?.message.contains("fails failed after 0 s (") == true)
    #expect(runs.first?.message.contains("Hi") == false)
  }

  @Test func `what the system refuses is in the run, and the rest is delivered`() {
    let host = host([])
    let notification = ExtensionNotification(
      payload(#"{"aps":{"alert":"Hi"}}"#),
      requestIdentifier: "r1",
      date: scheduler.date
    )
    var deliveries = 0
    host.process(
      notification,
      preparing: { _ in ({ deliveries += 1 }, CocoaError(.fileReadCorruptFile)) }
    )
    #expect(deliveries == 1)
    #expect(runs.map { $0.refusal?.contains("259") } == [true])
  }
}
