import PushHub
import Testing

/// Days on which everything comes in any order and much of it fails.
///
/// `swift test` lives through ten; with `PUSHHUB_EXHAUSTIVE` set it is a quarter of a thousand.
@MainActor
struct ChaosTests {
  private static let dayCount = Exhaustive.choose(10, thorough: 250)

  @Test func `whatever a day brings, what was promised holds`() async throws {
    let seed = SeededGenerator.startingSeed()
    for index in 0..<UInt64(Self.dayCount) {
      let day = try ChaosDay(seed: seed &+ index)
      guard try await !brokenPromises(of: day).isEmpty else { continue }
      let shortest = try await day.shrunk { try await !brokenPromises(of: $0).isEmpty }
      let broken = try await brokenPromises(of: shortest).joined(separator: "\n")
      Issue.record("\(SeededGenerator.hint(seed &+ index))\n\(broken)\n\(shortest.transcriptText)")
      return
    }
  }

  private func brokenPromises(of day: ChaosDay) async throws -> [String] {
    let app = try ChaosApp()
    await app.live(day)
    return try await app.brokenPromises() + brokenRecording(app.recording)
  }

  private func brokenRecording(_ recording: String) async throws -> [String] {
    do {
      _ = try await played(transcript(recording))
      return []
    } catch {
      return ["the recording does not play: \(error)"]
    }
  }
}
