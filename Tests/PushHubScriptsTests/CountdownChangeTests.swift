import Foundation
import PushHubScripts
import Testing

@testable import PushHubObservers
@testable import PushHubRecorder
@testable import TestSupport

/// Countdowns in transcripts.
struct CountdownChangeTests {
  private static func change(_ configure: (inout CountdownChange) -> Void) -> CountdownChange {
    var change = CountdownChange()
    configure(&change)
    return change
  }

  @Test(
    arguments: [
      #"{}"#, #"{"background":"pauses"}"#, #"{"background":"continues"}"#, #"{"running":false}"#,
      #"{"add":[{"id":"a","seconds":1.5},{"id":"b","seconds":-2}]}"#,
      #"{"hide":["c","d"],"remove":["e"],"show":["f"]}"#,
    ]
  )
  func `a change is read, and written as it was`(countdown: String) throws {
    let line = "{\"t\":0,\"countdown\":\(countdown)}"
    let text = "{\"transcript\":1}\n\(line)\n"
    let transcript = try TestSupport.transcript(text)
    #expect(String(decoding: transcript.data, as: UTF8.self).hasSuffix("\(line)\n"))
  }

  @Test func `redacted, a change has another name for each name`() throws {
    let redactor = TranscriptRedactor()
    let change = Self.change {
      $0.isRunning = true
      $0.removed = ["my sale"]
      $0.added = [.init(id: "my offer", duration: .seconds(7))]
      $0.hidden = ["my cell"]
      $0.shown = ["my offer"]
    }
    let redacted = try #require(try redacted(change, by: redactor))
    let names = redacted.removed + redacted.added.map(\.id) + redacted.hidden + redacted.shown
    #expect(names.count == 4 && names[1] == names[3] && Set(names).count == 3)
    #expect(!names.contains { $0.contains("my") })
    #expect(redacted.isRunning == true && redacted.added.first?.duration == .seconds(7))
  }
}
