import Foundation
import PushHub
import PushHubNetworking

/// All that a policy must know after the process has ended.
struct PermissionLedger: Hashable, Sendable, Codable {
  /// How often the app's own question was begun.
  var questionCount = 0

  /// When the user last refused in the app's own words, or was asked and has not accepted.
  var refused: Date? {
    didSet { refused = refused?.toTheMillisecond }
  }

  /// Whether the user wants to be asked no more.
  var isRefusedForGood = false

  /// Whether the user has accepted the app's question.
  var isAccepted = false

  /// When the system's question was begun.
  var systemAsked: Date? {
    didSet { systemAsked = systemAsked?.toTheMillisecond }
  }

  /// Whether it is known that the user has answered that.
  var isAnswered = false

  /// What the user allowed when it was last known.
  var level: PermissionLevel?
}

extension PermissionLedger {
  /// Why stored data can't be used.
  enum Unreadable: Error, Hashable {
    /// A later version of the app has written it.
    case later(version: Int)

    /// It is none of ours, or damaged.
    case damaged
  }

  /// The form of the data that this version writes, and the only one that it reads.
  static let version = 1

  private struct File: Codable {
    let version: Int
    let ledger: PermissionLedger
  }

  private struct Head: Decodable {
    let version: Int
  }

  init(_ data: Data) throws(Unreadable) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    guard let head = try? decoder.decode(Head.self, from: data) else { throw .damaged }
    guard head.version <= Self.version else { throw .later(version: head.version) }
    guard head.version == Self.version, let file = try? decoder.decode(File.self, from: data),
      file.ledger.questionCount >= 0
    else { throw .damaged }
    self = file.ledger
  }

  func data() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .secondsSince1970
    return try encoder.encode(File(version: Self.version, ledger: self))
  }

  /// Takes what is dated in the future as of now: the clock has been set back since.
  mutating func noteDate(_ date: Date) {
    guard date.isTime else { return }
    refused = refused.map { min($0, date) }
    systemAsked = systemAsked.map { min($0, date) }
  }

  /// Whether it is of another device or installation, if the system says that nobody was asked here:
  /// the system never forgets.
  var isOfAnother: Bool {
    switch level {
    case .authorized, .denied, .provisional: true
    case .notDetermined, .ephemeral, nil: isAnswered
    }
  }

  /// Forgets what the system was asked elsewhere, and all that led to it.
  ///
  /// Who has not come so far there has only refused in the app's own words, which holds here too.
  mutating func beginAnew() {
    guard systemAsked != nil || level == .authorized else { return }
    self = Self()
  }

  /// Begins anew where the system's question has led to nothing for that long.
  ///
  /// The process has ended while it was open, or the app was restored from a backup of that time.
  mutating func forgetLostQuestion(at date: Date, after pause: Duration) {
    guard let systemAsked, date.timeIntervalSince(systemAsked) >= pause / .seconds(1) else {
      return
    }
    self = Self(level: level)
  }
}
