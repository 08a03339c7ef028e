import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubTesting
import Testing

@testable import TestSupport

struct RecordingRotationTests: AppFixture {
  private let output = RecordedPages()
  let app = SimulatedApp()

  // MARK: - Attached again

  @Test func `a recorder that is attached again begins another recording`() {
    let recorder = output.recorder()
    context.attach(recorder)
    lifecycle.setPhase(.active)
    context.detach(recorder)
    pass(3)
    context.attach(recorder)
    lifecycle.setPhase(.inactive)
    #expect(
      output.pages == [
        [#"{"transcript":1,"start":"2026-01-01T00:00:00Z"}"#, #"{"t":0,"app":"active"}"#],
        [
          #"{"transcript":1,"start":"2026-01-01T00:00:03Z"}"#, #"{"t":0,"app":"active"}"#,
          #"{"t":0,"app":"inactive"}"#,
        ],
      ]
    )
    #expect(recorder.lostLineCount == 0)
  }

  // MARK: - States

  private struct List: FeatureRecord {
    static let key = "list"
    var isState: Bool { true }
    var isOfShownAccount: Bool { true }
    var list: String

    init(_ list: String) { self.list = list }
    init(from decoder: any Decoder) throws { list = try String(from: decoder) }
    func encode(to encoder: any Encoder) throws { try list.encode(to: encoder) }
  }

  @Test func `the next recording has the states of the account that is shown, by feature`() {
    let recorder = output.recorder()
    context.attach(recorder)
    for account in ["ann", "bob"] as [AccountID] {
      show(account)
      for name in ["news", "shop"] { context.records.send(List("old"), of: name) }
      context.records.send(List("\(account)'s"), of: "shop")
    }
    for account in ["ann", nil] as [AccountID?] {
      show(account)
      output.isFull = true
      lifecycle.screenshotTaken()
    }
    #expect(recorder.lostLineCount == 0)
    let lists = output.pages.dropFirst().map { page in page.filter { $0.contains("list") } }
    #expect(
      Array(lists) == [
        [
          #"{"t":0,"list":"old","feature":"news"}"#,
          #"{"t":0,"list":"ann's","feature":"shop"}"#,
        ], [],
      ]
    )
  }

  // MARK: - What can't be said

  @Test(
    arguments: [
      .unread(.init(result: .success(-1))),
      .unread(.init(result: .success(1), latency: .seconds(-1))),
      .unread(.init(result: .success(1), latency: .seconds(10_000_000_000))),
      .countdown(change(adding: .seconds(10_000_000_000))),
    ] as [TranscriptInput]
  )
  func `what the format can't say is left out and counted`(input: TranscriptInput) throws {
    let recorder = output.recorder()
    context.attach(recorder)
    context.record(try #require(input.featureRecord))
    #expect(recorder.lostLineCount == 1)
    let error = try #require(recorder.latestError as? TranscriptError)
    #expect(error.description.contains(" must be "))
    output.isFull = true
    lifecycle.screenshotTaken()
    #expect(recorder.lostLineCount == 1)
    let records = try output.transcript().records
    #expect(records.map(\.input) == [.screenshot])
  }

  @Test func `a record whose key has another meaning is left out and counted`() throws {
    let recorder = TranscriptRecorder(writingTo: output)
    context.attach(recorder)
    let records: [any FeatureRecord] = [
      Letter(), Light(), Clock(), Doorbell(), Visitor(), OtherDoorbell(), Doorbell(),
    ]
    var keys: [String] = []
    for record in records {
      let former = recorder.lostLineCount
      context.record(record)
      guard recorder.lostLineCount > former else { continue }
      let message = "\(try #require(recorder.latestError))".split(separator: "\"")
      keys.append(String(message[1]))
      #expect(message.last?.hasPrefix(" has more than one meaning; give") == true)
    }
    #expect(keys == ["push", "visible", "t", "doorbell", "doorbell"])
    let file = Data(output.text.utf8)
    #expect(try Transcript(file, vocabulary: [Doorbell.self]).records.count == 2)
  }
}

private struct Letter: FeatureRecord {
  static let key = "push"
  var text = "hello"
}

private struct Light: FeatureRecord {
  static let key = "visible"
  var isOn = true
}

private struct Clock: FeatureRecord {
  static let key = "clock"
  static let siblings = ["t"]
  var clock = 1
  var t = 2
}

private struct Doorbell: FeatureRecord {
  static let key = "doorbell"
  var count = 1
}

private struct Visitor: FeatureRecord {
  static let key = "visitor"
  static let siblings = ["doorbell"]
  var visitor = 1
  var doorbell = 2
}

private struct OtherDoorbell: FeatureRecord {
  static let key = "doorbell"
  var count = 1
}

private func change(adding duration: Duration) -> CountdownChange {
  var change = CountdownChange()
  change.added = [CountdownChange.Model(id: "a", duration: duration)]
  return change
}
