import Foundation
import PushHub
import PushHubTesting
import WeighedApp

/// Prints what an app with every feature does while nothing comes, after one push.
///
/// Each line has a name and a number. The argument is the number of seconds.
@main
@MainActor
struct Idling {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "weighed-\(UUID().uuidString)")

  static func main() async throws {
    let idling = Idling()
    defer { try? FileManager.default.removeItem(at: idling.folder) }
    try await idling.simulateHour()
    try await idling.live(for: .seconds(CommandLine.arguments.last.flatMap(Int.init) ?? 2))
  }

  private func simulateHour() async throws {
    let scheduler = ManualScheduler()
    let app = try WeighedApp(scheduler: scheduler) { scheduler in
      try Features.all(in: folder, scheduler: scheduler)
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
      try Features.all(in: folder, scheduler: scheduler)
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
