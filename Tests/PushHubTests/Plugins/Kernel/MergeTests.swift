import Foundation
import PushHub
import PushHubTesting
import Testing

@testable import TestSupport

/// The read mark of a list, which several processes raise and set back.
struct MarkCore: FeatureCore {
  struct Stored: Codable, Equatable, Sendable {
    /// The number of times that the mark was set by hand, up or down.
    var resets = 0
    var upTo: Int
  }

  enum Action: Codable, Equatable {
    case read(Int)
    case set(Int)
  }

  typealias Event = ParcelsEvent
  static let name = "mark"
  private(set) var stored: Stored?
  var state: Int? { stored?.upTo }

  static func merged(_ mine: Stored, with stored: Stored) -> Stored {
    (mine.resets, mine.upTo) > (stored.resets, stored.upTo) ? mine : stored
  }

  mutating func handle(_ input: FeatureInput<Self>, in turn: inout FeatureTurn<Self>) {
    switch input {
    case .begin(let value): stored = value
    case .merged(let value): stored = value
    case .action(.read(let number)) where turn.account != nil && number > stored?.upTo ?? -1:
      stored = Stored(resets: stored?.resets ?? 0, upTo: number)
    case .action(.set(let number)) where turn.account != nil:
      stored = Stored(resets: (stored?.resets ?? 0) + 1, upTo: number)
    default: break
    }
  }
}

/// Two processes with one store.
private struct MarkWorld: CheckedWorld {
  enum Operation: CaseIterable {
    case read, readB, reset, resetB, switchAccount, `return`, returnB, lock, relaunch, lostUpdate
  }

  private var processes = [0, 1].map { _ in FeatureSimulation(MarkCore(), store: [:]) }
  private var number = 0
  private var account: AccountID = "ann"

  /// The join of all marks that were ever declared, by account.
  private var expected: [AccountID: MarkCore.Stored] = [:]

  init() {
    for process in 0...1 { inProcess(process) { $0.changeLifecycle { $0.account = "ann" } } }
  }

  private mutating func inProcess(
    _ process: Int,
    _ body: (inout FeatureSimulation<MarkCore>) -> Void
  ) {
    processes[process].store = processes[1 - process].store
    body(&processes[process])
    processes[1 - process].store = processes[process].store
    guard let mark = processes[process].kernel.core.stored else { return }
    expected[account] = expected[account].map { MarkCore.merged($0, with: mark) } ?? mark
  }

  private mutating func `return`(to process: Int) {
    inProcess(process) {
      $0.advance(by: .seconds(11))
      $0.changeLifecycle { $0.phase = .background }
      $0.changeLifecycle { $0.phase = .active }
    }
  }

  mutating func perform(_ operation: Operation) {
    number += 1
    let (number, account) = (number, account)
    switch operation {
    case .read: inProcess(0) { $0.send(.read(number)) }
    case .readB: inProcess(1) { $0.send(.read(number)) }
    case .reset: inProcess(0) { $0.send(.set(0)) }
    case .resetB: inProcess(1) { $0.send(.set(0)) }
    case .return: `return`(to: 0)
    case .returnB: `return`(to: 1)
    case .lock: processes[0].isStoreLocked.toggle()
    case .switchAccount:
      self.account = account == "ann" ? "bob" : "ann"
      for process in 0...1 {
        inProcess(process) { $0.changeLifecycle { $0.account = account == "ann" ? "bob" : "ann" } }
      }
    case .relaunch:
      // What the store refused until the end is lost.
      guard !processes[0].isStoreLocked else { return }
      inProcess(0) {
        $0.advance(by: .seconds(11))
        $0.relaunch(MarkCore())
        $0.changeLifecycle { $0.account = account }
      }
    case .lostUpdate:
      // A process that doesn't lock the file writes what it read long ago.
      for process in 0...1 {
        var old = processes[process].store
        old.accounts = old.accounts.mapValues { MarkCore.Stored(resets: $0.resets, upTo: -1) }
        processes[process].store = old
      }
    }
  }

  var mistake: String? {
    var rest = self
    rest.processes[0].isStoreLocked = false
    for _ in 0...1 {
      rest.return(to: 0)
      rest.return(to: 1)
    }
    let marks = rest.processes.map(\.kernel.core.stored)
    if marks[0] != marks[1] { return "One has \(marks[0] as Any), the other \(marks[1] as Any)." }
    if marks[0] != rest.expected[account] {
      return "\(marks[0] as Any) is not \(rest.expected[account] as Any)."
    }
    return rest.processes[0].store[account] == marks[0] ? nil : "The store has another mark."
  }
}

struct MergeTests {
  @Test func `merging is commutative, associative and idempotent`() {
    let marks = (0..<4).flatMap { resets in
      (0..<4).map { MarkCore.Stored(resets: resets, upTo: $0) }
    }
    #expect(MarkCore.mergeMistake(among: marks) == nil)
  }

  @Test func `a merge that takes mine is found out`() {
    #expect(ScriptedCore.mergeMistake(among: [1, 2]) == "The order of 1 and 2 counts.")
  }

  @Test func `what another process has stored is not saved again`() {
    var kernel = FeatureKernel(MarkCore(), usesStore: true)
    var effects: [KernelEffect<MarkCore>] = []
    func handle(_ input: KernelInput<MarkCore>) {
      effects = kernel.handle(input, at: .now, date: Date(timeIntervalSince1970: 0))
    }
    handle(.lifecycle(LifecycleState(account: "ann"), after: nil))
    for upTo in [5, 9] { handle(.loaded(["ann": MarkCore.Stored(upTo: upTo)])) }
    #expect(kernel.state == 9 && effects == [])
  }

  @Test func `every sequence of two processes`() throws {
    let operations = MarkWorld.Operation.allCases.filter { $0 != .lostUpdate }
    try EverySequence(of: operations, upTo: 3, thorough: 5).check(MarkWorld())
  }

  @Test func `what was overwritten while both run comes back`() throws {
    try EverySequence(
      of: [.read, .readB, .reset, .return, .returnB, .lostUpdate],
      upTo: 3,
      thorough: 5
    ).check(MarkWorld())
  }
}
