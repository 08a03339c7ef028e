import Foundation
import PushHub
import SampleObservers

@main
@MainActor
struct PushHubBenchmarks {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.allSatisfy({ $0 == "--quick" }) else {
      print("usage: pushhub-benchmarks [--quick]")
      exit(64)
    }
    let isQuick = !arguments.isEmpty
    let effort = isQuick ? Effort.quick : Effort.full
    let event = try PushEvent.sample()
    let verdicts = Verdicts()
    print("\(ProcessInfo.processInfo.activeProcessorCount) cores", isQuick ? "(quick run)" : "")
    await Delivery(effort: effort, event: event).run(into: verdicts)
    await AddRemove(effort: effort).run(into: verdicts)
    await Semantics(event: event).run(into: verdicts)
    await Memory(event: event).run(into: verdicts)
    try await Burst(effort: effort).run(into: verdicts)
    try await FeatureCost().run(into: verdicts)
    try await PayloadPath(effort: effort).run(into: verdicts)
    try await UserInfoPath(effort: effort).run(into: verdicts)
    verdicts.print()
    guard verdicts.areKept(includingTimed: !isQuick) else { exit(1) }
  }
}
