import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct CallbackObserverTests: AppFixture {
  private final class Witness: PushDiagnosticsObserver {
    private(set) var callbacks: [String] = []

    func receive(_ diagnostic: PushDiagnostic) {
      guard case .callback(let callback) = diagnostic else { return }
      switch callback {
      case .launched(let report, let response):
        let answer = "launched by \(response.action), \(request(report))"
        callbacks.append(report == nil ? "launched" : answer)
      case .shown(let report, let channel):
        callbacks.append("shown via \(channel), \(request(report))")
      case .responded(let report, let response):
        callbacks.append("answered \(response.action), \(request(report))")
      case .registered(let token):
        callbacks.append("registered \(token)")
      case .failedToRegister(let failure):
        callbacks.append("refused: \(failure.message)")
      case .refresh(let isExpired):
        callbacks.append(isExpired ? "refresh expired" : "refresh")
      }
    }

    private func request(_ report: PushOccurrence?) -> String {
      report?.requestIdentifier ?? "no request"
    }
  }

  let app = SimulatedApp()
  private let witness = Witness()

  init() {
    manager.add(witness)
  }

  @Test func `every callback is witnessed, also one that shows nothing new`() async throws {
    let token = try DeviceToken(hex: "0011223344")
    manager.didFinishLaunching(with: nil)
    manager.didFinishLaunching(with: message("a"))
    manager.didFinishLaunching(
      with: message("b"),
      response: PushResponse(action: .custom("REPLY"), reply: "yes"),
      requestIdentifier: "r"
    )
    _ = await manager.deliver(message("a"), via: .remote, requestIdentifier: "r")
    _ = await manager.present(message("a"))
    receive("a")
    manager.open(message("a"), requestIdentifier: "r", response: PushResponse(action: .dismiss))
    manager.didRegister(deviceToken: token)
    manager.didRegister(deviceToken: token)
    manager.didFailToRegister(RegistrationFailure(domain: "d", code: 1, message: "no"))
    _ = await manager.refresh()
    #expect(
      witness.callbacks == [
        "launched",
        "launched by default, no request",
        "launched by REPLY, r",
        "shown via remote, r",
        "shown via present, no request",
        "shown via remote, no request",
        "answered dismiss, r",
        "registered 00112233…",
        "registered 00112233…",
        "refused: no",
        "refresh",
      ]
    )
  }

  @Test func `a witness does not take an event from the first observer`() {
    manager.didFinishLaunching(with: message("a"))
    let recorder = PushRecorder()
    manager.add(recorder)
    #expect(recorder.lines == ["received a", "opened a default"])
  }

  @Test func `a callback is witnessed before the event that follows from it`() {
    let order = Order(witness: witness)
    manager.add(order)
    receive("a")
    #expect(order.witnessedBefore == [1])
  }

  private final class Order: PushObserver {
    private let witness: Witness
    private(set) var witnessedBefore: [Int] = []

    init(witness: Witness) {
      self.witness = witness
    }

    func receive(_ event: PushEvent) {
      witnessedBefore.append(witness.callbacks.count)
    }
  }
}
