import Foundation
import PushHub
import PushHubRecorder
import PushHubScripts
import Testing

@testable import TestSupport

struct TranscriptReadingTests {
  @Test func `records are read in the order of the file`() throws {
    let transcript = try transcript(
      """
      {"transcript":1,"start":"2026-01-01T08:00:00Z"}
      {"t":0,"account":"alice"}
      {"t":0.5,"app":"active"}
      {"t":1,"page":"home","visible":true}
      {"t":12.25,"push":{"aps":{"alert":"Hi"},"gcm.message_id":"m1"}}
      """
    )
    #expect(
      transcript.records == [
        TranscriptRecord(time: .zero, input: .account("alice")),
        TranscriptRecord(time: .milliseconds(500), input: .app(.active)),
        TranscriptRecord(time: .seconds(1), input: .page("home", isVisible: true)),
        TranscriptRecord(
          time: .milliseconds(12_250),
          input: .push(message("m1"), via: .remote)
        ),
      ]
    )
  }

  @Test func `each record has the number of its line, whatever is skipped before it`() throws {
    let text =
      "\u{FEFF}# first\r\n\n{\"transcript\":1}\n \t\r\n{\"t\":0,\"launch\":{}}\n#\n\n"
      + "{\"t\":1,\"end\":{}}"
    let bytes = Data(text.utf8)
    let transcript = try TestSupport.transcript(bytes)
    #expect(transcript.records.map(\.lineNumber) == [5, 8])
  }

  @Test(
    arguments: [
      #"{"t":1,"pu"#, #"{"#, #"{"t":1,"end":{}"#, #"{"t":1,"app":"é"#, "\0\0", "{\"t\":1,\0\0",
      "{\"t\":1,\"end\":{}}\0",
    ]
  )
  func `a last line that breaks off is skipped, and its number known`(torn: String) throws {
    let whole = "{\"transcript\":1}\n{\"t\":0,\"launch\":{}}\n"
    var bytes = Data((whole + torn).utf8)
    if torn.hasSuffix("é") { bytes.removeLast() }
    let read = try TestSupport.transcript(bytes)
    #expect(try read == transcript(whole))
    #expect(read.records.map(\.lineNumber) == [2])
    #expect(Transcript.tornLine(in: bytes) == 3)
    #expect(Transcript.tornLine(in: Data(whole.utf8)) == nil)
  }

  @Test(
    arguments: [
      #"{"t":1,"en"# + "\n", #"{"t":1,"en"# + "\n{\"t\":2,\"end\":{}}", #"{"t":1,"end":{},}"#,
      #"{"t":1,"end":[]}"#, #"{"t":1}"#, "x",
    ]
  )
  func `any other line that is no record is refused`(rest: String) {
    let text = "{\"transcript\":1}\n" + rest
    #expect(transcriptError(text)?.line == 2)
    #expect(Transcript.tornLine(in: Data(text.utf8)) == nil)
  }

  @Test func `a last line without a line end that is whole is read`() throws {
    let bytes = Data("{\"transcript\":1}\n{\"t\":1,\"end\":{}}".utf8)
    #expect(try TestSupport.transcript(bytes).records.count == 1)
    #expect(Transcript.tornLine(in: bytes) == nil)
  }

  @Test func `a file of nothing but a torn header is refused`() {
    #expect(transcriptError(#"{"transcript":1,"sta"#)?.line == 1)
  }

  @Test func `a token is hexadecimal in either case and of any length but none`() throws {
    #expect(try input(#"{"t":0,"token":"00fFA1"}"#) == .token(DeviceToken([0, 0xFF, 0xA1])))
    #expect(throws: TranscriptError.self) { try input(#"{"t":0,"token":""}"#) }
  }

  @Test func `records after the end are read too`() throws {
    let text = """
      {"transcript":1}
      {"t":1,"end":{}}
      {"t":2,"screenshot":{}}
      """
    #expect(try transcript(text).records.map(\.input) == [.end, .screenshot])
    #expect(transcriptError(text + "\n{\"t\":1,\"screenshot\":{}}")?.line == 4)
  }
}
