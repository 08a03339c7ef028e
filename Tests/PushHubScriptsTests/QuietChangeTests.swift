import Foundation
import PushHubAlerts
import PushHubScripts
import PushHubTesting
import Testing

@testable import PushHub
@testable import PushHubRecorder
@testable import TestSupport

@MainActor
struct QuietChangeTests {
  private final class Listener: FeatureRecordObserver {
    private(set) var changes: [QuietChange] = []

    func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {
      if case .action(let change)? = (record as? KernelRecord<QuietCore>)?.content {
        changes.append(change)
      }
    }
  }

  private func transcript(_ lines: String...) throws -> Transcript {
    let text = (["{\"transcript\":1}"] + lines).joined(separator: "\n")
    return try TestSupport.transcript("\(text)\n")
  }

  @Test(
    arguments: [
      (#"7"#, "settings"),
      (#"{"mutes":[{}]}"#, "value"),
      (#"{"later":1}"#, "later"),
      (#"{"hours":[{"from":"25:00","to":"07:00"}]}"#, #""from" in an element of "hours""#),
      (#"{},"deviceZone":{"identifier":"Mars"}"#, "deviceZone"),
    ]
  )
  func `the error of a wrong change has the reason`(change: String, message: String) {
    let error = #expect(throws: TranscriptError.self) {
      try transcript(#"{"t":0,"quiet":{"action":{"settings":\#(change)}}}"#)
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `a zone that follows the device is recorded by its identifier`() {
    let (app, listener) = (QuietApp(.nights), Listener())
    app.context.records.add(listener)
    let rules = QuietRules { .autoupdatingCurrent }
    app.context.attach(rules)
    let zone = listener.changes.last?.deviceZone
    #expect(zone?.identifier == TimeZone.current.identifier)
    #expect(zone != .autoupdatingCurrent)
  }

  @Test func `settings and zones are recorded once, when they change`() {
    let app = QuietApp(.nights)
    let listener = Listener()
    app.context.records.add(listener)
    app.attach()
    app.rules.refresh()
    app.rules.mute(.thread("a"))
    app.rules.mute(.thread("a"))
    app.travel(to: "Asia/Tokyo")
    app.lifecycle.setPhase(.active)
    app.pass(86_400)
    var muted = QuietSettings.nights
    muted.mutes = [QuietMute(.thread("a"))]
    let (berlin, tokyo) = (
      TimeZone(identifier: "Europe/Berlin"), TimeZone(identifier: "Asia/Tokyo")
    )
    #expect(
      listener.changes == [
        QuietChange(.nights, deviceZone: berlin), QuietChange(muted, deviceZone: berlin),
        QuietChange(muted, deviceZone: tokyo),
      ]
    )
  }

  @Test func `a new recording begins with the rules that hold`() {
    let (app, output) = (QuietApp(.nights), RecordedPages())
    let recorder = output.recorder()
    app.context.attach(recorder)
    app.attach()
    app.rules.settings = .muting(.thread("a"))
    output.isFull = true
    app.lifecycle.setPhase(.active)
    #expect(output.pages.count == 2 && recorder.lostLineCount == 0)
    #expect(output.lines.contains { $0.contains(#""quiet":{"action":"#) && $0.contains("thread") })
  }

  @Test func `a new zone is recorded with the next vote`() {
    let (app, listener) = (QuietApp(.nights), Listener())
    app.context.records.add(listener)
    app.attach()
    app.travel(to: "Asia/Tokyo")
    _ = app.vote()
    _ = app.vote()
    #expect(
      listener.changes.map(\.deviceZone?.identifier) == ["Europe/Berlin", "Asia/Tokyo"]
    )
  }

  /// Numbers and truth values are not hashed as texts are, and an app may keep keys of its own.
  @Test(
    arguments: [
      (#"{"aps":{},"news":true}"#, .value("true", forKey: "news"), []),
      (#"{"aps":{},"room":7.0}"#, .value("7", forKey: "room"), []),
      (#"{"aps":{},"room":"7"}"#, .value("7", forKey: "room"), []),
      (#"{"aps":{},"room":7}"#, .value("7", forKey: "room"), ["room"]),
      (#"{"aps":{},"room":"ann"}"#, .value("ann", forKey: "room"), ["room"]),
      (#"{"aps":{"thread-id":"ann"}}"#, .thread("ann"), ["thread-id"]),
      (#"{"aps":{"thread-id":"ann"}}"#, .thread("ann"), ["aps"]),
      (#"{"aps":{"category":"NEWS"}}"#, .category("NEWS"), ["category"]),
      (#"{"aps":{"category":"NEWS"}}"#, .category("NEWS"), ["aps"]),
      (#"{"aps":{},"custom":{"a":{"room":"ann"},"i":"1"}}"#, .value("ann", forKey: "room"), []),
      (
        #"{"aps":{},"custom":{"a":{"room":"ann"},"i":"1"}}"#, .value("ann", forKey: "room"),
        ["custom", "room"]
      ),
    ] as [(String, NotificationSubject, Set<String>)]
  )
  func `a redacted mute applies to a redacted push`(
    push: String,
    subject: NotificationSubject,
    keys: Set<String>
  ) throws {
    let redactor = TranscriptRedactor(keeping: keys)
    let record = try redacted(
      KernelRecord<QuietCore>(.action(QuietChange(.muting(subject)))),
      by: redactor
    )
    guard case .action(let change)? = record?.content else {
      Issue.record("No change was recorded.")
      return
    }
    let app = QuietApp(change.settings)
    app.attach()
    let payload = try redacted(payload(push), by: redactor)
    #expect(app.vote(payload.canonicalJSON) != .noOpinion)
  }
}
