import Foundation
import PushHub

/// What a server sees when one push goes to every installation of an app.
///
/// Each installation has the real core of the unread sync; its sources are compiled into this
/// program, which drives them without a scheduler.
@main
struct FleetSimulation {
  static func main() {
    let size = 1_000_000
    let start = ContinuousClock.now
    print("| spread | requests | peak in one second | against even |")
    print("| ---: | ---: | ---: | ---: |")
    var isKept = true
    for spread in [0, 60] {
      let load = load(on: size, spread: .seconds(spread))
      let even = Double(size) / Double(max(1, spread))
      let ratio = Double(load.peak) / even
      isKept = isKept && load.total == size && (spread == 0 || ratio <= 1.3)
      print("| \(spread) s | \(load.total) | \(load.peak) | \(String(format: "%.3f", ratio))× |")
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("\n\(size) installations, simulated in \(String(format: "%.1f", seconds)) s on one core")
    print("\(isKept ? "kept" : "BROKEN"): the peak second of 60 is at most 1.3 times an even one")
    exit(isKept ? 0 : 1)
  }

  /// All installations are in the background with an account signed in, and the push reaches all of
  /// them in one instant.
  private static func load(on size: Int, spread: Duration) -> ServerLoad {
    let push = ContinuousClock.now
    let received = Push(payload: PushPayload(userInfo: [:]))
    var generator = SplitMix()
    var load = ServerLoad()
    for number in 0..<size {
      let configuration = UnreadSync.Configuration(trackedPages: ["home"], spread: spread)
      var kernel = FeatureKernel(
        UnreadSyncCore(configuration: configuration),
        generator: generator
      )
      _ = generator.next()
      let account = AccountID(rawValue: "account-\(number)")
      func handle(_ input: KernelInput<UnreadSyncCore>, at instant: ContinuousClock.Instant) {
        let effects = kernel.handle(input, at: instant, date: received.receivedAt)
        load.note(effects, after: instant - push)
      }
      handle(.lifecycle(LifecycleState(account: account), after: nil), at: push)
      handle(.push(.received(received)), at: push)
      // Then the request is under way, and has a time limit.
      while kernel.request == nil, let deadline = kernel.nextDeadline {
        handle(.deadline, at: deadline)
      }
    }
    return load
  }
}

/// The same numbers in each run; on Linux each of the system's is a system call.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }
}

/// How many requests a server got in each second.
private struct ServerLoad {
  private var seconds: [Int64: Int] = [:]

  var total: Int { seconds.values.reduce(0, +) }
  var peak: Int { seconds.values.max() ?? 0 }

  mutating func note(_ effects: [KernelEffect<UnreadSyncCore>], after delay: Duration) {
    for case .ask in effects {
      seconds[delay.components.seconds, default: 0] += 1
    }
  }
}
