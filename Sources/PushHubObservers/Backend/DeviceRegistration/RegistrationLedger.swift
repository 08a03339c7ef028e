import Foundation
import PushHub

/// All that a registration must know after the process has ended.
struct RegistrationLedger: Hashable, Sendable {
  /// What was said of one account, whether or not it has arrived.
  struct Entry: Hashable, Sendable {
    let account: AccountID

    /// What was said last; nil for signing off.
    var record: DeviceRecord?

    /// The token of what was said last of a device.
    var token: DeviceToken

    /// The token of what the server has acknowledged last, if something was said since.
    var formerToken: DeviceToken?

    /// The revision under which that was said.
    var revision: Int

    /// When the server said that it knows; nil while that is uncertain.
    var acknowledged: Date?

    /// Whether the user has signed out, and the server has not said that it knows.
    var isLeaving = false

    /// Since when the user has signed out and somebody could not be taken off.
    var failed: Date?
  }

  var installation: String
  var revision = 0

  var token: DeviceToken?
  var environment: DeviceRecord.Environment
  var permission: DeviceRecord.Permission?
  var furtherTokens: [String: DeviceToken] = [:]
  var tags: [String: String] = [:]
  private var topics: [String: Set<String>] = [:]

  /// Nil for none.
  private var topicsOfNobody: [String: Bool]?

  /// Of each account at most one; those that leave in the order in which they left.
  private(set) var entries: [Entry] = []

  /// Makes the ledger of a new installation.
  init(environment: DeviceRecord.Environment, generator: inout any RandomNumberGenerator) {
    let halves = [generator.next(), generator.next()]
    installation = halves.map { Self.hex($0) }.joined()
    self.environment = environment
  }

  private static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension RegistrationLedger: Codable {}

// MARK: - What is desired

extension RegistrationLedger {
  /// What the server should know for an account; nil without a token.
  func record(for account: AccountID) -> DeviceRecord? {
    guard let token else { return nil }
    return DeviceRecord(
      token: token,
      environment: environment,
      permission: permission,
      furtherTokens: furtherTokens,
      tags: tags,
      topics: self.topics(of: account)
    )
  }

  func topics(of account: AccountID) -> Set<String> { topics[account.rawValue] ?? [] }

  mutating func setTopic(_ topic: String, of account: AccountID, isWanted: Bool) {
    var wanted = topics(of: account)
    if isWanted {
      wanted.insert(topic)
    } else {
      wanted.remove(topic)
    }
    topics[account.rawValue] = wanted.isEmpty ? nil : wanted
  }

  /// What is wanted of topics by whoever turns out to be signed in.
  var waitingTopics: [String: Bool] {
    get { topicsOfNobody ?? [:] }
    set { topicsOfNobody = newValue.isEmpty ? nil : newValue }
  }

  mutating func forgetTopics(of account: AccountID) {
    topics[account.rawValue] = nil
  }

  /// Takes the environment of this build; tokens of another one are of no use any more.
  mutating func adopt(_ newEnvironment: DeviceRecord.Environment) {
    guard newEnvironment != environment else { return }
    environment = newEnvironment
    token = nil
    furtherTokens = [:]
  }
}

// MARK: - What was said

extension RegistrationLedger {
  func entry(of account: AccountID) -> Entry? { entries.first { $0.account == account } }

  /// Notes that something is being said of an account: as a retry if it was said last and has not been
  /// acknowledged.
  ///
  /// - Parameter milliseconds: What time it is.
  /// - Returns: What is said, or nil for taking off whom nothing was said of.
  mutating func say(
    _ record: DeviceRecord?,
    of account: AccountID,
    at milliseconds: Int
  ) -> Entry? {
    let former = entry(of: account)
    guard let token = record?.token ?? former?.token else { return nil }
    if let former, former.acknowledged == nil, former.record == record { return former }
    revision = max(revision + 1, milliseconds)
    var entry = former ?? Entry(account: account, token: token, revision: revision)
    if entry.acknowledged != nil {
      entry.formerToken = entry.token
    }
    entry.record = record
    entry.token = token
    entry.revision = revision
    entry.acknowledged = nil
    if let index = entries.firstIndex(where: { $0.account == account }) {
      entries[index] = entry
    } else {
      entries.append(entry)
    }
    return entry
  }

  /// Notes that the server knows what was said last.
  mutating func acknowledge(_ account: AccountID, at date: Date) {
    guard let index = entries.firstIndex(where: { $0.account == account }) else { return }
    if entries[index].record == nil {
      entries.remove(at: index)
    } else {
      entries[index].acknowledged = date.toTheMillisecond
      entries[index].formerToken = nil
    }
  }

  /// Takes what is from the future as of now: the clock has been set back since.
  mutating func noteDate(_ date: Date) {
    guard date.isTime else { return }
    let date = date.toTheMillisecond
    for index in entries.indices {
      entries[index].acknowledged = entries[index].acknowledged.map { min($0, date) }
      entries[index].failed = entries[index].failed.map { min($0, date) }
    }
  }

  /// Notes that an account could not be taken off; the first time counts.
  mutating func noteFailure(of account: AccountID, at date: Date) {
    guard let index = entries.firstIndex(where: { $0.account == account && $0.isLeaving }) else {
      return
    }
    entries[index].failed = entries[index].failed ?? date.toTheMillisecond
  }

  /// Notes that an account has signed out.
  mutating func leave(_ account: AccountID) {
    guard let index = entries.firstIndex(where: { $0.account == account && !$0.isLeaving }) else {
      return
    }
    var entry = entries.remove(at: index)
    entry.isLeaving = true
    entries.append(entry)
  }

  /// Notes that an account has signed in.
  mutating func stay(_ account: AccountID) {
    if let index = entries.firstIndex(where: { $0.account == account && $0.isLeaving }) {
      entries[index].isLeaving = false
      entries[index].failed = nil
    }
  }

  /// Adds what was said of an account of whom there is nothing.
  mutating func restore(_ entry: Entry) {
    entries.append(entry)
  }

  /// Forgets what was said of an account.
  mutating func remove(_ account: AccountID) {
    entries.removeAll { $0.account == account }
  }
}
