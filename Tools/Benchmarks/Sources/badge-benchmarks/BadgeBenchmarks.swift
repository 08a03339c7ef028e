import Foundation
import PushHub
import PushHubObservers

/// What a change of a badge costs in a small tree and in a large one, against a tree that adds up
/// when it is read.
@main
@MainActor
struct BadgeBenchmarks {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.allSatisfy({ $0 == "--quick" }) else {
      print("usage: badge-benchmarks [--quick]")
      exit(64)
    }
    let isQuick = !arguments.isEmpty
    let verdicts = Verdicts()
    print("\(ProcessInfo.processInfo.activeProcessorCount) cores", isQuick ? "(quick run)" : "")
    await BadgeChanges(rounds: isQuick ? 3 : 25, changes: isQuick ? 10_000 : 100_000)
      .run(into: verdicts)
    verdicts.print()
    guard verdicts.areKept(includingTimed: !isQuick) else { exit(1) }
  }
}
