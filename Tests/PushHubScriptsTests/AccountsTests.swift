import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// Registration, receipts, inbox, notifications and counts of several accounts, with the extension beside the app.
@MainActor
struct AccountsTests {
  typealias Operation = AccountsWorld.Operation

  @Test(
    arguments: [
      [], [.signIn("ann"), .push("ann")], [.signIn("ann"), .signIn("bob"), .push("ann")],
    ] as [[Operation]]
  )
  func `every sequence of operations`(start: [Operation]) async throws {
    let operations: [Operation] = [
      .signIn("ann"), .signIn("bob"), .signOut("ann"), .signOut("bob"), .show("ann"), .push("ann"),
      .pushWhileAway("bob"), .tap("ann"), .relaunch, .toggleServer,
    ]
    let length = Exhaustive.choose(2, thorough: 3)
    try await EverySequence(of: operations, upTo: length, after: start)
      .check { await AccountsWorld().run($0) }
  }

  @Test func `every sequence of launches where the accounts come late`() async throws {
    let operations: [Operation] = [
      .signIn("bob"), .signOut("ann"), .pushWhileAway("ann"), .relaunchInStages, .relaunchLate,
      .toggleRegistration("ann"), .toggleServer,
    ]
    let length = Exhaustive.choose(2, thorough: 4)
    try await EverySequence(of: operations, upTo: length, after: [.signIn("ann"), .push("ann")])
      .check { await AccountsWorld().run($0) }
  }

  @Test(arguments: [[], [.push(nil)], [.pushWhileAway(nil)]] as [[Operation]])
  func `every sequence of pushes that name no account`(start: [Operation]) async throws {
    let operations: [Operation] = [
      .signIn("bob"), .signOut("ann"), .show("ann"), .pushWhileAway(nil), .push(nil), .tap(nil),
      .relaunch, .relaunchInStages, .toggleServer,
    ]
    let length = Exhaustive.choose(2, thorough: 4)
    try await EverySequence(of: operations, upTo: length, after: [.signIn("ann")] + start)
      .check { await AccountsWorld().run($0) }
  }

  @Test func `a launch in stages loses no receipt of an account that is set late`() async {
    let operations: [Operation] = [
      .toggleServer, .signIn("ann"), .signIn("bob"), .pushWhileAway("ann"), .relaunchInStages,
      .toggleServer,
    ]
    #expect(await AccountsWorld().run(operations) == nil)
  }

  @Test func `long random sequences with three accounts`() async throws {
    let operations = (["ann", "bob", "cat"] as [AccountID]).flatMap { account -> [Operation] in
      [
        .signIn(account), .signOut(account), .show(account), .push(account),
        .pushWhileAway(account), .tap(account), .toggleRegistration(account),
      ]
    }
    let seed = SeededGenerator.startingSeed()
    print("seed of the accounts' sequences: \(seed)")
    try await RandomSequences(
      of: operations + [
        .push(nil), .pushWhileAway(nil), .tap(nil), .relaunch, .relaunchInStages, .relaunchLate,
        .toggleServer,
      ],
      length: 40,
      count: Exhaustive.choose(8, thorough: 400),
      seed: seed
    )
    .check { await AccountsWorld().run($0) }
  }
}
