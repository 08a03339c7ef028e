import Foundation
import PushHub
import PushHubRecorder
import PushHubReplay
import PushHubTesting
import Testing

@testable import TestSupport

/// The categories that plugins bring are read again from a redacted recording.
struct RecordedCategoryTests: AppFixture {
  let app = SimulatedApp()

  @Test func `a button of a redacted recording reaches its responder`() async throws {
    let output = RecordedPages()
    try host.install(TranscriptRecorder(writingTo: output), named: "recorder")
    try host.install(Meals(), named: "meals")

    let meal = #"{"aps":{"alert":"Ready","category":"MEAL"},"gcm.message_id":"m1"}"#
    let other = #"{"aps":{"alert":"Ready","category":"SALE"},"gcm.message_id":"m2"}"#
    let response = PushResponse(action: .custom("AGAIN"))
    manager.open(payload(meal), response: response)
    manager.open(payload(other), response: response)
    await settle()

    #expect(!output.lines.joined().contains("SALE"))
    let recording = try Transcript(Data(output.text.utf8))
    let meals = Meals()
    let replay = try Replay(of: recording, with: [PluginScript("meals") { _ in meals }])
    await replay.run()
    #expect(meals.orderCount == 1)
  }

  @Test func `an attached feature's key stays, and a late one is reported`()
    throws
  {
    let output = RecordedPages()
    let recorder = TranscriptRecorder(writingTo: output)
    let menu = Menu()
    context.attach(recorder)
    lifecycle.setPhase(.active)
    context.attach(menu)
    #expect("\(try #require(recorder.latestError))".contains("keys of payloads"))
    output.isFull = true
    receive(payload(#"{"aps":{},"dish":"soup","table":4}"#))
    #expect(output.lines.last?.contains(#""dish":"#) == true)
    #expect(output.lines.last?.contains("soup") == false)
    #expect(output.lines.last?.contains("table") == false)
  }
}

/// Reads which dish a push is about.
private final class Menu: LoggingPlugin {
  var log: ((ReadEvent) -> Void)?
  let payloadKeys: Set = ["dish"]

  enum ReadEvent: FeatureEvent {
    case read

    var message: String { "reads a dish" }
  }
}

/// Orders a meal again, with a button.
private final class Meals: PushPlugin, PushResponder {
  let categories = [
    NotificationCategory(
      identifier: "MEAL",
      actions: [NotificationAction(identifier: "AGAIN", title: "Once more")]
    )
  ]
  private(set) var orderCount = 0

  func respond(to response: PushResponse, of push: Push) -> Bool {
    guard response.button(in: "MEAL", of: push) == "AGAIN" else { return false }
    orderCount += 1
    return true
  }
}
