import CAllocations
import Foundation
import PushHub
import PushHubTesting

/// Lets millions of pushes go through an app with all features, for simulated months, and looks at what
/// stays behind.
@main
@MainActor
struct Soak {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.allSatisfy({ $0 == "--quick" }) else {
      print("usage: soak [--quick]")
      exit(64)
    }
    keep_memory_together()
    let verdicts = Verdicts()
    let curve = try await curve(of: arguments.isEmpty ? 10_000_000 : 100_000, into: verdicts)
    let first = Double(max(1, curve.first?.residentBytes ?? 0))
    // A busy moment has more in memory, and only a leak has more at most moments.
    let growth = median(curve.suffix(5).map { Double($0.residentBytes) }) / first - 1
    verdicts.expect(
      growth <= 0.02,
      "resident memory grows by at most 2 % from the first tenth to the median of the second half",
      found: "\((growth * 100).text(2)) %",
      .counted
    )
    verdicts.print()
    guard verdicts.areKept(includingTimed: false) else { exit(1) }
  }

  /// Simulates the whole time, measures ten times, and prints each result at once.
  private static func curve(of pushCount: Int, into verdicts: Verdicts) async throws -> [Sample] {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pushhub-soak-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = try SoakApp(in: folder)
    var life = SoakLife(of: app)
    var curve: [Sample] = []
    let start = ContinuousClock.now
    for tenth in 1...10 {
      while life.pushCount < pushCount / 10 * tenth {
        await life.goOn()
      }
      let sample = Sample(of: app, after: life.pushCount, since: start)
      curve.append(sample)
      if tenth == 1 { tell(Sample.heading) }
      tell(sample.row)
    }
    await life.end()
    app.judge(into: verdicts)
    return curve
  }

  /// Prints a line that is there at once, also in a file.
  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

/// What the app occupied at a moment.
@MainActor
struct Sample {
  let pushCount: Int
  let simulated: Duration
  let elapsed: Duration
  let residentBytes: Int64
  let liveBytes: Int64
  let timerCount: Int

  init(of app: SoakApp, after pushCount: Int, since start: ContinuousClock.Instant) {
    self.pushCount = pushCount
    simulated = app.age
    elapsed = ContinuousClock.now - start
    give_back_freed_memory()
    residentBytes = resident_bytes()
    liveBytes = allocations_live_bytes()
    timerCount = app.scheduler.pendingCount
  }

  static let heading = """
    | pushes | simulated days | resident, MiB | allocated, MiB | timers | s |
    | ---: | ---: | ---: | ---: | ---: | ---: |
    """

  /// The sample as a row of a table.
  var row: String {
    let cells = [
      "\(pushCount)",
      (simulated / .seconds(86_400)).text(1),
      (Double(residentBytes) / 1_048_576).text(2),
      allocations_are_counted() ? (Double(liveBytes) / 1_048_576).text(2) : "–",
      "\(timerCount)",
      (elapsed / .seconds(1)).text(0),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
