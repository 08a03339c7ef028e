import Dispatch
import StubSystem
import Testing

/// The stubs prove nothing unless they trap.
@Suite(.timeLimit(.minutes(5)))
struct HostileStubTests {
  @Test
  func `a handler that is called twice ends the process`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let handler = HostileHandler<Int>("test") { _ in }
        handler(1)
        handler(2)
      }
    }
  }

  @Test
  func `a handler that is never called ends the process`() async {
    await #expect(processExitsWith: .failure) {
      _ = HostileHandler<Int>("test") { _ in }
    }
  }

  @Test
  func `a handler that is called off the main thread ends the process`() async {
    await #expect(processExitsWith: .failure) {
      DispatchQueue.global().sync {
        HostileHandler<Int>("test") { _ in }(1)
      }
    }
  }

  @Test
  func `a handler that is called once on the main thread does not`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        HostileHandler<Int>("test") { _ in }(1)
      }
    }
  }
}
