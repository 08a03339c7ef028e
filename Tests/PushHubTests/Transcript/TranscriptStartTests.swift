import Foundation
import PushHub
import PushHubObservers
import Testing

/// Transcripts of clocks that show no time.
struct TranscriptStartTests {
  @Test(arguments: WrongClock.bad)
  func `whatever a clock shows, the start is a date that is read as it was written`(
    seconds: Double
  ) throws {
    var header = TranscriptHeader()
    header.start = Date(timeIntervalSince1970: seconds)
    #expect(header.start.timeIntervalSince1970.isFinite)
    let transcript = Transcript(header: header)
    let read = try Transcript(transcript.data, vocabulary: .readyMade)
    let error = abs(read.header.start.timeIntervalSince(header.start))
    #expect(error < 1e-6)
  }

  @Test(arguments: [-62_135_596_800.0, 0, 1_767_225_600.125, 253_402_300_799])
  func `a start that a clock shows stays`(seconds: Double) {
    var header = TranscriptHeader()
    header.start = Date(timeIntervalSince1970: seconds)
    #expect(header.start.timeIntervalSince1970 == seconds)
  }
}
