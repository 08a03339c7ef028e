import Foundation
import PushHub
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
@testable import PushHubNetworking
#endif

/// What a connection makes of what the session tells, without a server.
struct EventConnectionTests {
  private typealias Stream = AsyncThrowingStream<[NotificationCursor], any Error>

  /// What a connection has learnt.
  private final class Lessons: Sendable {
    private let all = Mutex<(ids: [String], retries: [Duration])>(([], []))
    var ids: [String] { all.withLock { $0.ids } }
    var retries: [Duration] { all.withLock { $0.retries } }

    func learn(_ lesson: EventConnection.Lesson) {
      all.withLock { all in
        switch lesson {
        case .latest(_, let id): all.ids.append(id)
        case .retry(let duration): all.retries.append(duration)
        }
      }
    }
  }

  /// Gives a connection to a decoding closure that is made before it.
  private final class Box: Sendable {
    let connection = Mutex<EventConnection?>(nil)
  }

  private let lessons = Lessons()

  private func response(_ type: String = "text/event-stream") throws -> HTTPURLResponse {
    let url = try #require(URL(string: "https://example.com/a"))
    return try #require(
      HTTPURLResponse(
        url: url,
        statusCode: 200,
        httpVersion: nil,
        headerFields: ["Content-Type": type]
      )
    )
  }

  private func connect(
    decode: @escaping EventConnection.Decode = { try EventBody($0).cursors }
  ) -> (EventConnection, Stream) {
    let (stream, continuation) = Stream.makeStream()
    let connection = EventConnection(
      continuation: continuation,
      maximumByteCount: 1_000,
      remembered: nil,
      decode: decode
    ) { [lessons] in lessons.learn($0) }
    return (connection, stream)
  }

  private func event(_ order: Int) -> Data {
    Data("id: \(order)\ndata: {\"latest\":[{\"id\":\"n\",\"order\":\(order)}]}\n\n".utf8)
  }

  @Test func `the app's decoding closure is called with nothing locked`() async throws {
    let box = Box()
    let (connection, stream) = connect { event in
      _ = box.connection.withLock { $0 }?.noteTick()
      return try EventBody(event).cursors
    }
    box.connection.withLock { $0 = connection }
    let response = try response()
    connection.begin(with: response)
    connection.receive(event(1), of: response)
    var snapshots = stream.makeAsyncIterator()
    #expect(try await snapshots.next()?.map(\.id) == ["n"])
    box.connection.withLock { $0 = nil }
  }

  @Test(arguments: ["text/event-streams", "text/event-stream, text/html", "text/html", ""])
  func `a type that only begins alike is no stream of events`(type: String) async throws {
    let (connection, stream) = connect()
    connection.begin(with: try response(type))
    var snapshots = stream.makeAsyncIterator()
    await #expect(throws: EventConnection.Failure.self) { _ = try await snapshots.next() }
  }

  @MainActor
  @Test func `an error tells of a wrong type no more than its name, and not all of a long one`()
    async throws
  {
    let secret = "Dear Ann Smith, your token is abc123"
    let long = "x-" + String(repeating: "a", count: 1_000)
    let texts = [
      "Text/HTML; title=\"\(secret)\"": "text/html", secret: nil, "text/\(secret)": nil,
      "text/\(long)": "text/\(long)",
    ]
    for (text, essence) in texts {
      let (connection, stream) = connect()
      connection.begin(with: try response(text))
      do {
        for try await _ in stream {}
        Issue.record("\(text) is no failure")
      } catch let failure as EventConnection.Failure {
        guard case .contentType(let type) = failure else { throw failure }
        #expect(type?.essence == essence)
        let source = try EventSource(
          template: "https://example.com/{account}",
          scheduler: ManualScheduler()
        )
        let address = try source.endpoint.address(for: "ann")
        let error = await source.error(for: failure, at: address)
        #expect(error.reason == essence.map { String($0.prefix(60)) } ?? "of no known type")
        #expect(error.code == .noEventStream)
        #expect(!error.description.contains("Ann Smith"))
      }
    }
  }

  @Test func `the wish for a pause is learnt at once, whatever follows`() throws {
    let (connection, _) = connect()
    let response = try response()
    connection.begin(with: response)
    connection.receive(Data("retry: 7000\n".utf8), of: response)
    connection.receive(Data("data: {\"latest\":7}\n\n".utf8), of: response)
    #expect(lessons.retries.first == .seconds(7))
    #expect(lessons.ids.isEmpty)
  }

  @Test func `the list is learnt with the id of its event`() throws {
    let (connection, _) = connect()
    let response = try response()
    connection.receive(event(1), of: response)
    #expect(lessons.ids.isEmpty)
    connection.begin(with: response)
    connection.receive(event(2) + event(3), of: response)
    #expect(lessons.ids == ["3"])
  }
}
