import Foundation
import PushHub
import PushHubObservers
import PushHubRecorder
import PushHubReplay
import PushHubScripts
import PushHubTesting
import Testing

@testable import TestSupport

/// The code of the article on testing with transcripts, and a recording of an app that names what it contains.
@MainActor
struct ReplaySnippets: AppFixture {
  let app = SimulatedApp()

  @Test func `an app names what a recording may contain`() throws {
    let temporary = TemporaryFolder()
    let url = temporary.url.appending(path: "day.jsonl")
    let recorder = TranscriptRecorder(
      writingTo: try TranscriptFile(at: url),
      keepingKeys: ["order_kind"],
      names: ["inbox", "MESSAGE", "ping.caf"]
    )
    context.attach(recorder)
    lifecycle.pageAppeared("inbox")
    let transcript = try Transcript(Data(contentsOf: url), vocabulary: ReadyMadeScripts.records)
    #expect(transcript.records.map(\.input) == [.page("inbox", isVisible: true)])
  }

  @Test func `a recording plays on the ready-made features`() async throws {
    let recording = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: recording) }
    let text = """
      {"transcript":1}
      {"t":0,"unread":3}
      {"t":0,"account":"alice"}
      {"t":0,"app":"active"}
      {"t":1,"page":"home","visible":true}
      """
    try Data(text.utf8).write(to: recording)

    let replay = try Replay(contentsOf: recording, with: ReadyMadeScripts().all)
    await replay.run()
    #expect(replay.events() == [UnreadSyncEvent.sync(reason: .firstAppearance), .count(count: 3)])
  }

  @Test func `an app's own script has a name and creates the feature`() async throws {
    let transcript = try Transcript(
      Data(
        """
        {"transcript":1}
        {"t":0,"order":{"id":"42","status":"sent"}}
        {"t":1,"push":{"aps":{"alert":"Look"}}}
        """.utf8
      ),
      vocabulary: [OrderStatus.self]
    )
    let replay = try Replay(of: transcript, with: [OrdersScript()])
    await replay.run()
    #expect(replay.events() == [OrderEvent.shown("sent")])
  }
}

struct OrderStatus: FeatureRecord {
  static let key = "order"
  @Private var id: String
  var status: String
}

private enum OrderEvent: FeatureEvent {
  case shown(String)

  var name: String { "shown" }
  var message: String {
    switch self {
    case .shown(let status): "shows \(status)"
    }
  }
}

/// Shows the server's answer when a push arrives.
extension Orders {
  var payloadKeys: Set<String> { ["order", "orderStatus"] }
}

@MainActor
private final class Orders: LoggingPlugin, PushObserver {
  var log: ((OrderEvent) -> Void)?

  private let status: @MainActor () async throws -> String
  private var scheduler: (any Scheduler)?

  init(status: @escaping @MainActor () async throws -> String) {
    self.status = status
  }

  func attach(to context: PluginContext) {
    scheduler = context.scheduler
  }

  func receive(_ event: PushEvent) {
    scheduler?.perform { [weak self, status] in
      if let status = try? await status() { self?.log?(.shown(status)) }
    }
  }
}

private final class OrdersScript: FeatureScript {
  let name = "orders"
  let vocabulary: [any FeatureRecord.Type] = [OrderStatus.self]
  private let answers = ScheduledStream<OrderStatus>()

  func plugin(in replay: Replay) -> any PushPlugin {
    Orders { [answers] in
      guard let answer = try await answers.next() else { throw CancellationError() }
      return answer.status
    }
  }

  func apply(_ record: any FeatureRecord) {
    if let status = record as? OrderStatus { answers.send(status) }
  }
}
