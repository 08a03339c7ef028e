import Foundation
import PushHub
import Testing

@testable import PushHubReplay
@testable import TestSupport
@testable import pushhub_demo

@MainActor
struct PushCommandTests {
  let console = RecordingConsole(files: [
    "a.apns": #"{"aps":{"alert":{"title":"T","body":"B"}},"gcm.message_id":"m1","k":"v"}"#,
    "sim.apns": #"{"Simulator Target Bundle":"org.example","aps":{"alert":"Hi"}}"#,
    "cut.apns": #"{"aps":{"#,
    "evil.apns": "{\"aps\":{\"alert\":\"\\u001b[31mred \\u202Eabc\"}}",
    "strange.apns": #"{"Simulator Target Bundle":"org.example","aps":{"alert":"Hi","#
      + #""sound":"a","sound":"b"},"half":"\ud83d"}"#,
    "last.apns": #"{ "aps": {"badge": "3"} , "k": 1.50 , "Simulator Target Bundle": "x, }" }"#,
    "full.apns": #"{"aps":{"alert":"\#(String(repeating: "x", count: 4076))"}}"#,
    "large.apns": #"{ "Simulator Target Bundle":"org.example","aps":{"alert":"#
      + #""\#(String(repeating: "x", count: 4077))"}}"#,
    "v1.json": #"{"message":{"token":"t","apns":{"payload":{"aps":{"badge":2}}}}}"#,
    "sns.json": #"{"default":"Ready","APNS_SANDBOX":"{\"aps\":{}}","APNS":"{\"aps\":{}}"}"#,
    "sandbox.json": #"{"default":"Ready","APNS_SANDBOX":"{\"aps\":{}}"}"#,
    "own.apns": #"{"aps":{"alert":"Hi"},"APNS":"1","message":{"apns":{"payload":{}}}}"#,
    "bus7.apns": #"{"aps":{"alert":"Bus 7 is late"},"d":"2026-01-01","p":1}"#,
    "bus9.apns": #"{"aps":{"alert":"Bus 9 is late"},"d":"2026-01-01","p":2}"#,
    "silent.apns": #"{"aps":{"content-available":1},"k":1}"#,
  ])

  @Test func `a payload is printed with all that became of it`() async {
    #expect(await run("push", "a.apns") == .success)
    let expected = """
      file         a.apns
      sender       fcm
      id           m1
      title        T
      body         B
      data         {"k":"v"}
      presentation banner, list, sound, badge
      reason       no voter had an opinion, so the app's default applies
      fetch        noData
      """
    #expect(console.output == [expected])
  }

  @Test func `with --json each payload is one object a line, with sorted keys`() async {
    #expect(await run("push", "--json", "a.apns", "silent.apns") == .success)
    let expected = [
      #"{"body":"B","data":{"k":"v"},"fetch":"noData","file":"a.apns","id":"m1","#
        + #""presentation":"banner, list, sound, badge","#
        + #""reason":"no voter had an opinion, so the app's default applies","#
        + #""sender":"fcm","title":"T"}"#,
      #"{"background":"the system may wake the app","data":{"k":1},"fetch":"newData","#
        + #""file":"silent.apns","id":"push-2","presentation":"nothing","#
        + #""reason":"suppressed by QuietBanners: it has no alert, sound or badge","#
        + #""sender":"apns"}"#,
    ]
    #expect(console.output == expected)
  }

  @Test func `a payload that the push service would refuse is called too large`() async {
    #expect(await run("push", "full.apns", "large.apns") == .success)
    #expect(console.output.first?.contains("bytes") == false)
    #expect(
      console.output.last?.contains(
        "size         4097 bytes: the limit is 4096, or 5120 for a VoIP push"
      ) == true
    )
  }

  @Test func `the simulator's target is shown and is no part of the push`() async {
    #expect(await run("push", "sim.apns") == .success)
    #expect(console.output.first?.contains("app          org.example") == true)
    #expect(console.output.first?.contains("Simulator") == false)
    #expect(console.output.first?.contains("data") == false)
  }

  @Test func `a file for the simulator keeps its issues`() async {
    #expect(await run("push", "strange.apns", "last.apns") == .success)
    #expect(console.output.first?.contains("issues       aps.sound appears more than") == true)
    #expect(console.output.first?.contains("half has half of a surrogate") == true)
    #expect(console.output.last?.contains("issues       aps.badge should be a number") == true)
    #expect(console.output.last?.contains(#"data         {"k":1.50}"#) == true)
    #expect(console.output.last?.contains("app          x, }") == true)
  }

  @Test func `a payload cannot command the terminal`() async {
    #expect(await run("push", "evil.apns") == .success)
    #expect(console.output.first?.contains(#"\u{1b}[31mred \u{202e}abc"#) == true)
  }

  @Test func `a file that is no payload ends with 65 and one line that says where`() async throws {
    #expect(await run("push", "cut.apns", "a.apns") == .badInput)
    #expect(console.complaints.count == 1)
    let complaint = try #require(console.complaints.first)
    #expect(complaint.hasPrefix("cut.apns: "))
    #expect(complaint.contains("byte 8"))
    #expect(!complaint.contains("\n"))
    #expect(console.output.count == 1, "the other file is still delivered")
  }

  @Test(arguments: [
    ("v1.json", "a request for Firebase's HTTP v1 API; the payload is at message.apns.payload."),
    ("sns.json", "a message for Amazon SNS; the payload is the text at APNS."),
    ("sandbox.json", "a message for Amazon SNS; the payload is the text at APNS_SANDBOX."),
  ])
  func `a request that contains a payload ends with 65 and its place`(
    file: String,
    reason: String
  ) async {
    #expect(await run("push", file) == .badInput)
    #expect(console.complaints == ["\(file): This is \(reason)"])
    #expect(console.output.isEmpty)
  }

  @Test func `two messages with the app's own keys d and p are two pushes`() async {
    #expect(await run("push", "bus7.apns", "bus9.apns") == .success)
    #expect(console.output.first?.contains("id           push-1") == true)
    #expect(console.output.last?.contains("id           push-2") == true)
  }

  @Test func `a payload with keys of such a request is delivered`() async {
    #expect(await run("push", "own.apns") == .success)
  }

  @Test func `a missing file ends with 66, and the other files are still delivered`() async {
    #expect(await run("push", "none.apns", "a.apns") == .missingInput)
    #expect(console.complaints.first?.hasPrefix("none.apns: ") == true)
    #expect(console.output.count == 1)
  }

  @Test func `the payloads that come with the demo cover every sender`() async throws {
    let bundled = BundledPayloads.files
    let senders = try bundled.map { file in
      let payload = try PushPayload(json: Data(contentsOf: URL(filePath: file)))
      return PushIdentification().identity(of: payload).sender.name
    }
    #expect(Set(senders) == Set(PushIdentification.standardSenders.map(\.name)))
    let arguments = ["push"] + bundled
    #expect(await Demo.tool.run(arguments, on: .standardFiles(console)) == .success)
    #expect(console.output.count == bundled.count)
  }

  private func run(_ arguments: String...) async -> ExitCode {
    await Demo.tool.run(arguments, on: console.console)
  }
}
