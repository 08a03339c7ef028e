import PushHub
import Testing

@MainActor
struct MailboxAddressTests {
  @Test func `an observer at a dead one's address comes back to what it has not heard`() throws {
    let hub = Hub()
    let manager = hub.manager
    let other = PushRecorder()
    manager.add(other)
    manager.receive(try message("m1"), via: .remote)
    for _ in 0..<100 {
      let observer = PushRecorder()
      manager.add(observer, replay: true)
      manager.remove(observer)
      manager.add(observer, replay: true)
      manager.remove(observer)
      #expect(observer.lines == ["received m1"])
    }
  }
}
