import Foundation
import PushHub

/// What a registration must know after the process has ended.
struct RegistrationLedger: Codable, Equatable, Sendable {
  /// What the server received for one account, and what a sign-off needs.
  struct Entry: Codable, Equatable, Sendable {
    /// The record that was sent last.
    var record: DeviceRecord

    /// Grows with each change.
    var revision: Int

    /// When the server acknowledged the record; `nil` while that is uncertain.
    var acknowledged: Date?

    /// Whether the user has signed out, and the server has not acknowledged that.
    var isLeaving = false
  }

  let installation: String
  private var revision = 0
  private var environment: DeviceRecord.Environment
  var token: DeviceToken?
  private var permission: PermissionLevel?
  private var additionalTokens: [String: PushToken] = [:]
  private var tags: [String: String] = [:]

  /// `nil` in the ledgers of earlier versions, and where no Live Activities are followed.
  private var system: String?
  private var startTokens: [String: PushToken]?
  private var activities: [AccountID: [LiveActivity]]?

  /// By account.
  private var topics: [String: Set<String>] = [:]
  private var entries: [String: Entry] = [:]

  /// Makes the ledger of a new installation.
  init(environment: DeviceRecord.Environment, using generator: inout any RandomNumberGenerator) {
    installation = (0..<32).map { _ in
      String(Int.random(in: 0..<16, using: &generator), radix: 16)
    }.joined()
    self.environment = environment
  }

  /// The installation's place in a fleet, from zero up to one.
  var spread: Double {
    Double(UInt64(String(installation.prefix(13)), radix: 16) ?? 0) / Double(UInt64(1) << 52)
  }
}

// MARK: - What the server should know

extension RegistrationLedger {
  /// The record that the server should have for an account; `nil` without a token.
  func record(for account: AccountID) -> DeviceRecord? {
    token.map { token in
      DeviceRecord(
        token: token,
        environment: environment,
        permission: permission,
        additionalTokens: additionalTokens,
        tags: tags,
        topics: topics(of: account).sorted(),
        liveActivities: startTokens.map {
          DeviceRecord.Activities(startTokens: $0, activities: activities?[account] ?? [])
        }
      )
    }
  }

  func topics(of account: AccountID) -> Set<String> { topics[account.rawValue] ?? [] }

  /// Applies a change, without its topics.
  mutating func apply(_ change: DeviceChange) {
    permission = change.permission ?? permission
    if let tags = change.tags {
      self.tags = Dictionary(tags.map { ($0.name, $0.value) }) { $1 }
    }
    for token in change.tokens ?? [] {
      additionalTokens[token.name] = token.token
    }
  }

  mutating func applyTopics(of change: DeviceChange, for account: AccountID) {
    var wanted = topics(of: account)
    for topic in change.unsubscribe?.wrappedValue ?? [] { wanted.remove(topic) }
    for topic in change.subscribe?.wrappedValue ?? [] { wanted.insert(topic) }
    topics[account.rawValue] = wanted.isEmpty ? nil : wanted
  }

  /// Applies the Live Activities; a start token that is missing is not known, and stays.
  mutating func apply(
    startTokens: [String: PushToken],
    activities: [AccountID: [LiveActivity]]
  ) {
    self.startTokens = (self.startTokens ?? [:]).merging(startTokens) { $1 }
    self.activities = activities
  }

  /// Changes to the environment of this build, whose tokens are others, and to this version of the system,
  /// after whose installation tokens may have changed: everything is sent again.
  mutating func adopt(_ newEnvironment: DeviceRecord.Environment, system newSystem: String) {
    if let system, system != newSystem {
      for account in entries.keys { entries[account]?.acknowledged = nil }
    }
    system = newSystem
    guard newEnvironment != environment else { return }
    environment = newEnvironment
    token = nil
    additionalTokens = [:]
    startTokens = nil
    activities = nil
  }
}

// MARK: - What it received

extension RegistrationLedger {
  subscript(account: AccountID) -> Entry? {
    get { entries[account.rawValue] }
    set { entries[account.rawValue] = newValue }
  }

  /// The accounts that have signed out, in that order.
  var leaving: [AccountID] {
    entries.compactMap { $1.isLeaving ? (revision: $1.revision, account: $0) : nil }
      .sorted { $0.revision < $1.revision }.map { AccountID(rawValue: $0.account) }
  }

  /// Keeps the record that is sent for an account, with the former revision if the same record was sent last
  /// and not acknowledged.
  mutating func record(_ record: DeviceRecord, of account: AccountID, at date: Date) {
    if let entry = self[account], entry.record == record, entry.acknowledged == nil { return }
    let revision = nextRevision(at: date)
    self[account] = Entry(record: record, revision: revision)
  }

  /// Marks all accounts but the one that is signed in as leaving.
  mutating func setPresent(_ account: AccountID?, at date: Date) {
    for name in entries.map(\.key).sorted() {
      setLeaving(name != account?.rawValue, AccountID(rawValue: name), at: date)
    }
  }

  /// Marks an account as leaving, and removes its topics.
  mutating func forget(_ account: AccountID, at date: Date) {
    topics[account.rawValue] = nil
    setLeaving(true, account, at: date)
  }

  private mutating func setLeaving(_ isLeaving: Bool, _ account: AccountID, at date: Date) {
    guard var entry = self[account], entry.isLeaving != isLeaving else { return }
    entry.isLeaving = isLeaving
    entry.revision = nextRevision(at: date)
    self[account] = entry
  }

  /// The wall clock's time in milliseconds, or one more than the last.
  private mutating func nextRevision(at date: Date) -> Int {
    revision = max(revision + 1, Int(date.timeIntervalSince1970 * 1_000))
    return revision
  }
}
