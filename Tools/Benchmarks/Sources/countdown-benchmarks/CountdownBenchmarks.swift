import Foundation
import PushHub

/// What countdowns cost, beside the ways in which apps do without a handler.
///
/// The handler's sources are compiled into this program.
@main
@MainActor
struct CountdownBenchmarks {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.allSatisfy({ $0 == "--quick" }) else {
      print("usage: countdown-benchmarks [--quick]")
      exit(64)
    }
    let isQuick = !arguments.isEmpty
    let effort = isQuick ? Effort.quick : Effort.full
    let verdicts = Verdicts()
    print("\(ProcessInfo.processInfo.activeProcessorCount) cores", isQuick ? "(quick run)" : "")
    let ends = Ends(effort: effort)
    await ends.measureAlone()
    await Ticks(effort: effort).run(into: verdicts)
    await Registrations(effort: effort).run(into: verdicts)
    await ends.run(into: verdicts)
    WakeUps().run(into: verdicts)
    verdicts.print()
    guard verdicts.areKept(includingTimed: !isQuick) else { exit(1) }
  }
}
