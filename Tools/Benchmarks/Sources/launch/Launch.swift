import CAllocations
import Foundation
import PushHub
import PushHubTesting

/// Launches an app in a process of its own, for `launch-benchmark` to count what that costs.
@main
struct Launch {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 3, let command = arguments.first,
      let count = arguments.last.flatMap(Int.init)
    else {
      print("usage: launch use FOLDER DAYS | launch start|record FOLDER TIMES")
      exit(64)
    }
    let folder = URL(filePath: arguments[arguments.startIndex + 1])
    switch command {
    case "use": try await use(folder, days: count)
    case "start", "record":
      try await start(in: folder, times: count, isRecording: command == "record")
    default: exit(64)
    }
  }

  /// Lives for some days, so that the stores hold what they gather.
  @MainActor
  private static func use(_ folder: URL, days: Int) async throws {
    for day in 0..<days {
      let scheduler = ManualScheduler()
      scheduler.advance(by: .seconds(86_400 * day))
      let app = try LaunchedApp(in: folder, scheduler: scheduler)
      await scheduler.settle()
      try await app.use(on: day, with: scheduler)
    }
  }

  /// Launches some times, and prints the allocations and milliseconds of each on the main actor until the
  /// first frame.
  @MainActor
  private static func start(in folder: URL, times: Int, isRecording: Bool) async throws {
    for _ in 0..<times {
      let scheduler = ManualScheduler()
      let clock = ContinuousClock()
      let (began, allocations) = (clock.now, allocations_count())
      let app = try LaunchedApp(in: folder, scheduler: scheduler, isRecording: isRecording)
      let duration = clock.now - began
      print("launch", allocations_count() - allocations, duration / .milliseconds(1))
      await scheduler.settle()
      withExtendedLifetime(app) {}
    }
  }
}
