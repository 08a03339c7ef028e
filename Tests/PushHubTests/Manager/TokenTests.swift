import Foundation
import PushHub
import Testing

@testable import TestSupport

@MainActor
struct TokenTests {
  let hub = Hub()
  let recorder = PushRecorder()

  init() {
    hub.manager.add(recorder)
  }

  @Test func `a token is delivered only when it changes`() throws {
    let first = try DeviceToken(hex: "0123456789abcdef")
    let second = try DeviceToken(hex: "fedcba9876543210")
    for token in [first, first, second, first] {
      hub.manager.didRegister(deviceToken: token)
    }
    #expect(recorder.lines == ["token \(first)", "token \(second)", "token \(first)"])
    #expect(hub.manager.deviceToken == first)
    #expect(hub.codes.filter { $0 == .unchangedToken }.count == 1)
  }

  @Test func `a token known from an earlier launch is no news`() throws {
    let known = try DeviceToken(hex: "0123456789abcdef")
    let hub = Hub { $0.knownDeviceToken = known }
    hub.manager.add(recorder)
    #expect(hub.manager.deviceToken == nil)
    hub.manager.didRegister(deviceToken: known)
    #expect(recorder.lines.isEmpty)
    #expect(hub.manager.deviceToken == known)
  }

  @Test func `the log never holds a token`() throws {
    let token = try DeviceToken(hex: "0123456789abcdef0123456789abcdef")
    let hub = Hub()
    hub.manager.didRegister(deviceToken: token)
    hub.manager.didRegister(deviceToken: token)
    #expect(hub.codes == [.held, .unchangedToken])
    #expect(!hub.log.map(\.description).joined().contains("01234567"))
  }

  @Test(arguments: [
    ("NSCocoaErrorDomain", 3000, "aps-environment"),
    ("NSCocoaErrorDomain", 3010, "simulator"),
    ("NSOSStatusErrorDomain", 13, "aps-environment"),
    ("NSURLErrorDomain", -1009, "offline"),
    ("NSURLErrorDomain", -1001, "5223"),
  ])
  func `a failure comes with advice for what the system is known to say`(
    domain: String,
    code: Int,
    word: String
  ) throws {
    let error = NSError(domain: domain, code: code)
    let failure = RegistrationFailure(error)
    hub.manager.didFailToRegister(failure)
    #expect(recorder.lines == ["failed \(code)"])
    #expect(try #require(failure.advice).contains(word))
    #expect(failure.description.contains("\(domain) \(code)"))
  }

  @Test func `an unknown failure has the system's message`() {
    let failure = RegistrationFailure(domain: "Own", code: 7, message: "No luck.")
    #expect(failure.advice == nil)
    #expect(failure.description == "No luck. (Own 7)")
  }
}
