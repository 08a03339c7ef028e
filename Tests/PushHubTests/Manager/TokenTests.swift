import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

struct TokenTests: AppFixture {
  let app = SimulatedApp()
  let recorder = PushRecorder()

  init() {
    manager.add(recorder)
  }

  @Test func `each report of a token is delivered, and an empty one refused`() throws {
    let first = try DeviceToken(hex: "0123456789abcdef")
    let second = try DeviceToken(hex: "fedcba9876543210")
    for token in [first, first, DeviceToken([]), second, first] {
      manager.didRegister(deviceToken: token)
    }
    #expect(app.codes == [.malformed])
    #expect(recorder.lines == [first, first, second, first].map { "token \($0)" })
    #expect(manager.deviceToken == first)
  }

  @Test func `the log never holds a token`() throws {
    let token = try DeviceToken(hex: "0123456789abcdef0123456789abcdef")
    let app = SimulatedApp()
    app.manager.didRegister(deviceToken: token)
    app.manager.didRegister(deviceToken: token)
    #expect(app.codes == [.held, .held])
    #expect(!app.log.map(\.description).joined().contains("01234567"))
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
    manager.didFailToRegister(failure)
    #expect(recorder.lines == ["failed \(code)"])
    #expect(try #require(failure.advice).contains(word))
    #expect(failure.description.contains("\(domain) \(code)"))
  }

  @Test func `an unknown failure has the system's message`() {
    let failure = RegistrationFailure(domain: "Own", code: 7, message: "No\nluck.")
    #expect(failure.advice == nil)
    #expect(failure.description == #"No\u{a}luck. (Own 7)"#)
  }
}
