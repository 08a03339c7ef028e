import PushHub
import PushHubBackend
import PushHubTesting
import Testing

@testable import TestSupport

/// What a checkup reports about the server.
@MainActor
struct RegistrationCheckupTests {
  private let app = RegistrationApp()

  private func finding(inEnvironment environment: String? = nil) throws -> Checkup.Finding {
    let findings = try #require(app.registration).findings(inEnvironment: environment)
    #expect(findings.count == 1)
    return try #require(findings.first)
  }

  @Test func `a wrong environment is a finding`() async throws {
    await app.register()
    for environment in [nil, "development"] {
      #expect(try finding(inEnvironment: environment).verdict == .fine)
    }
    let finding = try finding(inEnvironment: "production")
    #expect(finding.verdict == .broken)
    #expect(finding.seen.contains("configured for sandbox, and the token is of production"))
  }

  @Test func `a store that can't be read yet is a finding`() throws {
    app.store.failsToLoad = true
    app.lifecycle.setAccount("ann")
    app.attach()
    let finding = try finding()
    #expect(finding.verdict == .unknown)
    #expect(finding.seen == "The store of the registration could not be read yet.")
  }

  @Test func `before the first answer the finding is unknown`() async throws {
    app.attach()
    #expect(try finding().seen.hasPrefix("No account is signed in"))
    app.lifecycle.setAccount("ann")
    #expect(try finding().seen.hasPrefix("There is no device token yet"))
    app.manager.didRegister(deviceToken: .first)
    #expect(try finding().seen.hasPrefix("The server has not answered"))
    #expect(try finding().advice.contains("log"))
    #expect(try finding().verdict == .unknown)
  }

  @Test func `a permanent refusal is not retried`() async throws {
    await app.register()
    app.registration?.setPermission(.denied)
    await app.wait(1)
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)))
    let finding = try finding()
    #expect(finding.verdict == .suspect)
    #expect(finding.quote?.wrappedValue == "503")
    #expect(!finding.advice.contains("again"))
  }

  @Test func `a sign-off that the server refuses is a finding, and no failure to register`()
    async throws
  {
    await app.register()
    app.lifecycle.setAccount("bob")
    await app.wait(1)
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)), for: "ann")
    await app.answer(for: "bob")
    let registration = try #require(app.registration)
    let findings = registration.findings(inEnvironment: nil)
    #expect(findings.map(\.verdict) == [.fine, .suspect])
    #expect(findings.last?.seen.hasPrefix("An account has signed out") == true)
    #expect(findings.last?.quote?.wrappedValue == "503")
    registration.discardSignOff(of: "ann")
    #expect(try finding().verdict == .fine)
  }

  @Test func `the failure of an account that is not shown is a finding`() async throws {
    await app.register()
    app.lifecycle.setAccounts(["ann", "bob"], shown: "ann")
    await app.wait(1)
    await app.answer(.failure(ControlledEndpoint.Failure(isFinal: true)), for: "bob")
    let registration = try #require(app.registration)
    #expect(registration.findings(inEnvironment: nil).map(\.verdict) == [.fine, .suspect])
    app.lifecycle.setAccounts(["ann", "bob"], shown: nil)
    registration.refresh()
    await app.wait(1)
    for account in ["ann", "bob"] as [AccountID] { await app.answer(for: account) }
    #expect(try finding().verdict == .fine)
  }
}
