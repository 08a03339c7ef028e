import Foundation
import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubScripts
import Testing

@testable import PushHubBackend
@testable import TestSupport

/// What has dates is the same when it was stored and read again, however fine they are.
struct StoredDateTests {
  /// Dates of which seconds since 1970 don't have every digit, or which are far off.
  private static var dates: [Date] {
    let now = 788_918_400.0
    let third = 1.0 / 3
    let nearNow = [0.000_5, 0.001, 0.123_456_789].map { now + $0 }
    let farOff = [Date.distantPast, .distantFuture].map(\.timeIntervalSinceReferenceDate)
    let awkward: [Double] = [
      0, 0.1, third, -third, -978_307_200, -978_307_199.9995, 63_113_904_000.000_4,
      now.nextUp, now.nextDown, 1e15 / 7, -1e300,
    ]
    var generator = SeededGenerator(printedAs: "stored dates")
    let others = (0..<Exhaustive.choose(100, thorough: 500)).map { _ in
      Double.random(in: -1.5e9...3e9, using: &generator)
    }
    return (awkward + nearNow + farOff + others).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  @Test func `of a receipt`() throws {
    // Others are none that a clock shows.
    let dates = Self.dates.filter { abs($0.timeIntervalSince1970) < 1e12 }
    let mistakes = try dates.count { date in
      let receipt = PushReceipt(.delivered, pushID: "r", account: "ann", date: date)
      let data = try JSONEncoder().encode(receipt)
      return try JSONDecoder().decode(PushReceipt.self, from: data) != receipt
    }
    #expect(mistakes == 0)
  }

  @Test func `of a notification in a recording`() throws {
    let record = KernelRecord<DeliveredNotificationsCore>(
      .answer(
        Self.dates.map {
          DeliveredNotification(id: "r", payload: PushPayload(userInfo: [:]), date: $0)
        }
      )
    )
    let transcript = Transcript(
      records: [TranscriptRecord(time: .zero, input: .feature(record))]
    )
    let read = try TestSupport.transcript(transcript.data)
    let feature = read.records.first?.input.featureRecord
    #expect(feature as? KernelRecord<DeliveredNotificationsCore> == record)
  }
}
