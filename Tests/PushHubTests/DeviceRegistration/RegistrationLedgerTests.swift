import Foundation
import PushHub
import Testing

@testable import PushHubBackend

/// What is kept, as data.
struct RegistrationLedgerTests {
  @Test func `what is written is read`() throws {
    var driver = RegistrationDriver(generator: SeededGenerator(seed: 1))
    driver.attach("ann")
    driver.tell(.token(.first))
    driver.wish(.permission(.provisional))
    driver.wish(.tags(["language": "de", "ü\"": "\u{0}/"]))
    driver.wish(.token(.second, name: "delivery"))
    driver.wish(.topic("news", isWanted: true))
    driver.succeed()
    driver.succeed()
    driver.signIn("bob")
    let data = try JSONEncoder().encode(driver.core.state)
    let state = try JSONDecoder().decode(RegistrationState.self, from: data)
    #expect(state.ledger == driver.core.state.ledger)
    #expect(state.ledger?.leaving == ["ann"])
    #expect(state.account == nil)
  }
}
