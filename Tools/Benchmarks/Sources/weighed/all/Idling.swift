import Foundation
import PushHub
import PushHubTesting
import WeighedApp

/// What an app with every feature does while nothing comes, after it has heard one push.
@MainActor
struct Idling {
  private let folder: URL

  init(in folder: URL) {
    self.folder = folder
  }

  /// Prints a name and a number in each line.
  func run(for duration: Duration) async throws {
    try await simulateHour()
    try await live(for: duration)
  }

  private func simulateHour() async throws {
    let scheduler = ManualScheduler()
    let app = try WeighedApp(scheduler: scheduler) { scheduler in
      try EveryFeature.features(in: folder, scheduler: scheduler)
    }
    _ = try app.hear()
    await scheduler.settle()
    print("timers", scheduler.pendingCount)
    let end = scheduler.now + .seconds(3_600)
    var wakeUps = 0
    while let next = scheduler.nextDeadline, next <= end {
      scheduler.advance(to: next)
      await scheduler.settle()
      wakeUps += 1
    }
    print("hour", wakeUps)
    withExtendedLifetime(app) {}
  }

  private func live(for duration: Duration) async throws {
    let scheduler = LiveScheduler()
    let app = try WeighedApp(scheduler: scheduler) { scheduler in
      try EveryFeature.features(in: folder, scheduler: scheduler)
    }
    _ = try app.hear()
    try await Task.sleep(for: .seconds(1))
    let before = switches()
    let wakeUpsBefore = scheduler.wakeUpCount
    try await Task.sleep(for: duration)
    print("switches", switches() - before)
    print("wakeups", scheduler.wakeUpCount - wakeUpsBefore)
    withExtendedLifetime(app) {}
  }

  /// How often a thread of this process has gone to sleep of its own accord.
  private func switches() -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let path = "/proc/self/task/\(task)/status"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      return sum + (line.flatMap { $0.split(separator: "\t").last }.flatMap { Int($0) } ?? 0)
    }
  }
}
