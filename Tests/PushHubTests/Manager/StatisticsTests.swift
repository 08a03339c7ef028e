import PushHub
import Testing

@MainActor
struct StatisticsTests {
  let hub = Hub()
  var manager: NotificationManager { hub.manager }

  @Test func `bytes that are no payload are counted, logged and thrown`() throws {
    #expect(throws: PayloadError.self) {
      try manager.payload(json: Array("{".utf8))
    }
    #expect(manager.statistics[.malformed] == 1)
    #expect(hub.codes == [.malformed])
  }

  @Test func `a strange field is counted and logged, and the push is delivered`() throws {
    let recorder = PushRecorder()
    manager.add(recorder)
    manager.receive(
      try payload(#"{"aps":{"badge":"x","alert":7},"gcm.message_id":"m1"}"#),
      via: .remote
    )
    #expect(recorder.lines == ["received m1"])
    #expect(manager.statistics[.issue] == 2)
    #expect(hub.codes == [.issue, .issue])
  }

  @Test func `an observer that died without an event is told, by name`() throws {
    manager.add(PushRecorder())
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics[.observerDiedUnheard] == 1)
    let entry = try #require(hub.log.first { $0.code == .observerDiedUnheard })
    #expect(entry.observer == "PushRecorder")
  }

  @Test func `an observer that died after an event is told as such`() throws {
    var recorder: PushRecorder? = PushRecorder()
    manager.add(try #require(recorder))
    manager.receive(try message("m1"), via: .remote)
    recorder = nil
    manager.receive(try message("m2"), via: .remote)
    #expect(manager.statistics[.observerDied] == 1)
    #expect(manager.statistics[.observerDiedUnheard] == 0)
    #expect(hub.codes.contains(.observerDied))
  }

  @Test func `an observer that was removed is not told as dead`() throws {
    var recorder: PushRecorder? = PushRecorder()
    manager.add(try #require(recorder))
    manager.remove(try #require(recorder))
    recorder = nil
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics[.observerDied] == 0)
  }

  @Test func `the log names pushes, never their text`() throws {
    _ = manager.present(try payload(#"{"aps":{"alert":"secret","badge":"secret"}}"#))
    #expect(!hub.log.isEmpty)
    #expect(!hub.log.map(\.description).joined().contains("secret"))
  }

  @Test func `a witness that died is told too, and by name`() throws {
    manager.add(Witness())
    manager.receive(try message("m1"), via: .remote)
    #expect(manager.statistics[.observerDiedUnheard] == 1)
    #expect(hub.log.first { $0.code == .observerDiedUnheard }?.observer == "Witness")
  }

  @Test func `an observer that took nothing of what came died unheard`() throws {
    var listener: TokenListener? = TokenListener()
    manager.add(try #require(listener))
    manager.receive(try message("m1"), via: .remote)
    listener = nil
    manager.receive(try message("m2"), via: .remote)
    #expect(manager.statistics[.observerDiedUnheard] == 1)
  }

  @Test func `two observers of one type are told apart`() throws {
    let first = PushRecorder()
    manager.add(first)
    manager.add(PushRecorder())
    manager.receive(try message("m1"), via: .remote)
    let entry = try #require(hub.log.first { $0.code == .observerDiedUnheard })
    #expect(entry.observerNumber == 2)
    #expect(entry.description.hasPrefix("observerDiedUnheard PushRecorder#2: "))
  }

  @Test func `two kinds of event are told apart where nobody hears them`() throws {
    manager.open(try message("m1"))
    manager.didRegister(deviceToken: DeviceToken([1]))
    let held = hub.log.filter { [.held, .unhandled].contains($0.code) }
    #expect(held.map(\.event) == [.received, .opened, .tokenChanged])
    #expect(held.map(\.pushID) == ["m1", "m1", nil])
    #expect(held[1].description.hasPrefix("unhandled opened m1: "))
  }

  @Test func `an error of an observer's work is told without what it says`() async throws {
    let worker = ControlledWorker()
    manager.add(worker)
    let push = try message("m1")
    let delivery = Task { await manager.deliver(push, via: .remote) }
    await worker.waitUntilStarted()
    let context = DecodingError.Context(codingPath: [], debugDescription: "found secret instead")
    await worker.finish(.failure(DecodingError.dataCorrupted(context)))
    #expect(await delivery.value == .failed)
    let entry = try #require(hub.log.last { $0.code == .workFailed })
    #expect(entry.message.hasPrefix("DecodingError"))
    #expect(!entry.description.contains("secret"))
  }

  final class Witness: PushDiagnosticsObserver {
    func receive(_ callback: PushCallback) {}
  }

  final class TokenListener: PushObserver {
    let interests: Set<PushEvent.Kind> = [.tokenChanged]
    func receive(_ event: PushEvent) {}
  }
}
