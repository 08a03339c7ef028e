import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// What a checkup reports about the server.
final class RegistrationCheckupTests: RegistrationApp {
  private func finding(inEnvironment environment: String? = nil) throws -> Checkup.Finding {
    let findings = registration.findings(inEnvironment: environment)
    #expect(findings.count == 1)
    return try #require(findings.first)
  }

  @Test func `a wrong environment is a finding`() async throws {
    await register()
    for environment in [nil, "development"] {
      #expect(try finding(inEnvironment: environment).verdict == .fine)
    }
    let finding = try finding(inEnvironment: "production")
    #expect(finding.verdict == .broken)
    #expect(finding.seen.contains("configured for sandbox, and the token is of production"))
  }

  @Test func `an unreadable store is a finding`() throws {
    store.failsToLoad = true
    lifecycle.setAccount("ann")
    attach()
    let finding = try finding()
    #expect(finding.verdict == .unknown)
    #expect(finding.seen == "The store of the registration could not be read yet.")
  }

  @Test func `before the first answer the finding is unknown`() throws {
    attach()
    #expect(try finding().seen.hasPrefix("No account is signed in"))
    lifecycle.setAccount("ann")
    #expect(try finding().seen.hasPrefix("There is no device token yet"))
    manager.didRegister(deviceToken: .first)
    #expect(try finding().seen.hasPrefix("The server has not answered"))
    #expect(try finding().advice.contains("log"))
    #expect(try finding().verdict == .unknown)
  }

  @Test func `a permanent refusal is not retried`() async throws {
    await register()
    registration.setPermission(.denied)
    await wait(1)
    await answer(.failure(Unavailable(isFinal: true)))
    let finding = try finding()
    #expect(finding.verdict == .suspect)
    #expect(finding.quote?.wrappedValue == "503")
    #expect(!finding.advice.contains("again"))
  }

  @Test func `a refused sign-off is a finding, and no failure to register`()
    async throws
  {
    await register()
    lifecycle.setAccount("bob")
    await wait(1)
    await answer(.failure(Unavailable(isFinal: true)), for: "ann")
    await answer(for: "bob")
    let findings = registration.findings(inEnvironment: nil)
    #expect(findings.map(\.verdict) == [.fine, .suspect])
    #expect(findings.last?.seen.hasPrefix("An account has signed out") == true)
    #expect(findings.last?.quote?.wrappedValue == "503")
    registration.discardSignOff(of: "ann")
    #expect(try finding().verdict == .fine)
  }

  @Test func `the failure of an account that is not shown is a finding`() async throws {
    await register()
    show("ann")
    await wait(1)
    await answer(.failure(Unavailable(isFinal: true)), for: "bob")
    #expect(registration.findings(inEnvironment: nil).map(\.verdict) == [.fine, .suspect])
    show(nil)
    registration.refresh()
    await wait(1)
    for account in ["ann", "bob"] as [AccountID] { await answer(for: account) }
    #expect(try finding().verdict == .fine)
  }
}
