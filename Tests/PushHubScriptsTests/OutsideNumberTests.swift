import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubScripts
import Testing

@testable import TestSupport

/// Numbers of servers, of stores and of the system that no one of them should give.
@MainActor
struct OutsideNumberTests {
  @Test(
    arguments: [
      #"{"t":1,"receipts":{"account":"ann","action":{"counted":{"_0":9223372036854775807}}}}"#,
      #"{"t":1,"receipts":{"account":"ann","action":{"counted":{"_0":-9223372036854775808}}}}"#,
      #"{"t":2,"receipts":{"account":"ann","answer":{"count":-9223372036854775808}}}"#,
      #"{"t":2,"receipts":{"account":"ann","answer":{"count":9223372036854775807}}}"#,
      #"{"t":1,"local":{"answer":{"ids":[],"otherCount":-9223372036854775808}}}"#,
      #"{"t":1,"local":{"answer":{"ids":[],"otherCount":9223372036854775807}}}"#,
    ]
  )
  func `no number from outside overflows`(line: String) async throws {
    let replay = try await playedReplay(
      of: """
        {"t":0,"account":"ann"}
        {"t":0,"app":"active"}
        {"t":1,"push":{"aps":{"content-available":1},"gcm.message_id":"m1"},"via":"remote"}
        \(line)
        {"t":3,"push":{"aps":{"content-available":1},"gcm.message_id":"m2"},"via":"remote"}
        {"t":4000,"end":{}}
        """,
      with: ReadyMadeScripts().all
    )
    #expect(replay.transcript.records.count == 6)
  }
}
