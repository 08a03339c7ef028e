import CFuzzer
import Foundation
import FuzzTargets
import Synchronization

/// Runs libFuzzer on the target that the environment names in `PUSHHUB_FUZZ`.
@main
enum PushHubFuzz {
  static let target = ProcessInfo.processInfo.environment["PUSHHUB_FUZZ"]
    .flatMap(FuzzTarget.init(rawValue:))

  static func main() {
    guard target != nil else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      fail("PUSHHUB_FUZZ must name one of \(names)", status: EX_USAGE)
    }
    let status = unsafe fuzzer_run(CommandLine.argc, CommandLine.unsafeArgv) { bytes, count in
      unsafe PushHubFuzz.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
    guard status >= 0 else {
      fail("there is no libFuzzer in this build; use Tools/Fuzz/run", status: EX_SOFTWARE)
    }
    exit(status)
  }

  /// Checks an input, and ends the process if something does not hold.
  private static func check(_ bytes: [UInt8]) {
    do {
      switch target?.check {
      case .plain(let check): try check(bytes)
      case .played: try wait { try await target?.check(bytes) }
      case nil: break
      }
    } catch {
      tell("BROKEN: \(error)")
      abort()
    }
  }

  /// Lets the main actor work until something has ended there.
  private static func wait(for work: @escaping @MainActor @Sendable () async throws -> Void) throws
  {
    let outcome = Outcome()
    Task { @MainActor in
      let result: Result<Void, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      outcome.result.withLock { $0 = result }
    }
    while true {
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }

  private static func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  private static func fail(_ text: String, status: Int32) -> Never {
    tell("pushhub-fuzz: \(text)")
    exit(status)
  }
}

/// How something ended, once it has.
private final class Outcome: Sendable {
  let result = Mutex<Result<Void, any Error>?>(nil)
}
