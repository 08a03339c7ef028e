import Foundation
import PushHubTesting

@testable import PushHub

/// A service extension whose time is under control, and a folder for its runs.
class ExtensionWorld: TimeFixture {
  let scheduler = ManualScheduler()
  private let temporary = TemporaryFolder()
  var folder: URL { temporary.url }

  /// What was delivered, and the runs that were logged, in order.
  private(set) var delivered: [ExtensionNotification] = []
  private(set) var runs: [ExtensionRun] = []

  func host(
    _ steps: [ServiceExtensionStep],
    budget: Duration = .seconds(25),
    writesRuns: Bool = false,
    identification: PushIdentification = PushIdentification()
  ) -> ServiceExtensionHost {
    ServiceExtensionHost(
      steps,
      budget: budget,
      folder: writesRuns ? folder : nil,
      identification: identification,
      scheduler: { [scheduler] in scheduler },
      log: { [weak self] in self?.runs.append($0) }
    )
  }

  func process(
    _ id: String = "r1",
    _ json: String = #"{"aps":{"alert":"Hi","mutable-content":1},"name":"Ann"}"#,
    by host: ServiceExtensionHost
  ) {
    let payload = payload(json)
    host.process(
      ExtensionNotification(payload, requestIdentifier: id, date: scheduler.date)
    ) { self.delivered.append($0) }
  }

  /// Lets time pass until something is delivered, and gives the time that it took.
  func run() async -> Duration {
    let start = scheduler.now
    await scheduler.settle()
    while delivered.isEmpty, let deadline = scheduler.nextDeadline {
      scheduler.advance(to: deadline)
      await scheduler.settle()
    }
    return scheduler.now - start
  }
}

extension ExtensionWorld {
  /// Processes a notification with steps until it is delivered, and gives the time that it took.
  @discardableResult
  func run(_ steps: [ServiceExtensionStep], writesRuns: Bool = false) async -> Duration {
    process(by: host(steps, writesRuns: writesRuns))
    return await run()
  }
}

/// What a step can do that changes the notification.
enum StepBehaviour: CaseIterable {
  case works
  case worksSlowly
  case drops
  case fails
  case hangs
  case returnsLate

  struct Failure: Error {}

  /// How long it takes of a limit of 5 s.
  var time: Duration {
    switch self {
    case .works, .drops: .zero
    case .worksSlowly: .seconds(3)
    case .fails: .seconds(1)
    case .hangs, .returnsLate: .seconds(5)
    }
  }

  var outcome: ExtensionRun.Outcome {
    switch self {
    case .works, .worksSlowly, .drops: .done
    case .fails: .failed
    case .hangs, .returnsLate: .late
    }
  }

  /// A step that leaves a mark in the body until it is done, and then its number in the title.
  func step(_ number: Int, on scheduler: ManualScheduler) -> ServiceExtensionStep {
    .changing("\(number)", limit: .seconds(5)) { notification in
      notification.body += "half done"
      if self == .works || self == .worksSlowly { await Task.yield() }
      switch self {
      case .works: break
      case .drops: notification.isDropped = true
      case .worksSlowly: try await scheduler.sleep(for: .seconds(3))
      case .hangs: try await scheduler.sleep(for: .seconds(3_600))
      case .returnsLate: try? await scheduler.sleep(for: .seconds(3_600))
      case .fails:
        try await scheduler.sleep(for: .seconds(1))
        throw Failure()
      }
      notification.body = "Hi"
      notification.title += "\(number)"
    }
  }
}
