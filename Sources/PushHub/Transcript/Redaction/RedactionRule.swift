/// What of a value in a payload is known to be harmless.
enum RedactionRule: Equatable {
  /// Of a whole payload: what its `aps` allows.
  case payload

  /// Of `aps`: what Apple documents.
  case aps

  /// Of `alert`: its keys.
  case alert

  /// Of `sound`: its flag, its volume, and the words of the app.
  case sound

  /// A number.
  case number

  /// Zero or one.
  case flag

  /// One of these words, or one of the app's.
  case words(Set<String>)

  /// One of these words, of a sender.
  case constants(Set<String>)

  case nothing
  case everything
}

extension RedactionRule {
  /// What is harmless of the value under a key; `nil` if the key itself is not known.
  func rule(under key: String) -> RedactionRule? {
    switch self {
    case .payload where key == "aps": .aps
    case .aps: Self.apsFields[key] ?? known(key)
    case .sound: Self.soundFields[key]
    case .everything: .everything
    default: Self.senders.constants[key].map(RedactionRule.constants) ?? known(key)
    }
  }

  private func known(_ key: String) -> RedactionRule? {
    Self.keys.contains(key) ? .nothing : nil
  }

  /// What a key begins with that only a sender's keys do, if it is no more than that.
  static func prefix(of key: String) -> String {
    senders.prefixes.first { key.hasPrefix($0) } ?? ""
  }

  private static let apsFields: [String: RedactionRule] = [
    "alert": .alert,
    "badge": .number,
    "category": .words([]),
    "content-available": .flag,
    "dismissal-date": .number,
    "event": .words(["start", "update", "end"]),
    "input-push-token": .flag,
    "interruption-level": .words(["passive", "active", "time-sensitive", "critical"]),
    "mutable-content": .flag,
    "relevance-score": .number,
    "sound": .sound,
    "stale-date": .number,
    "timestamp": .number,
  ]

  private static let soundFields: [String: RedactionRule] = [
    "critical": .flag,
    "name": .words(["default"]),
    "volume": .number,
  ]

  /// Of `aps` and `alert`, and of the dictionaries in which senders keep what is theirs.
  private static let keys = Set((APSField.aps + APSField.alert + APSField.localization).map(\.key))
    .union(senders.keys)

  private static let senders = SenderVocabulary(
    KeyedSender.table.compactMap { $0 as? KeyedSender }
  )
}

// MARK: - Senders

/// The keys and words by which senders are recognised and read, which tell nothing of a person.
struct SenderVocabulary {
  /// Keys, in whatever dictionary they stand.
  private(set) var keys: Set<String> = []

  /// How further keys of senders begin, of which the rest may be anything; the longest first.
  private(set) var prefixes: [String] = []

  /// The words that a sender looks for under a key.
  private(set) var constants: [String: Set<String>] = [:]

  init(_ senders: [KeyedSender]) {
    for sender in senders {
      for sign in sender.signs {
        add(sign)
      }
      for place in sender.ids + sender.links {
        keys.formUnion(place.path)
        if let condition = place.condition {
          add(condition)
        }
      }
      keys.formUnion(sender.data)
      keys.formUnion(sender.excluded)
      prefixes += sender.prefixes
    }
    prefixes.sort { $0.utf8.count > $1.utf8.count }
  }

  private mutating func add(_ sign: KeyedSender.Sign) {
    switch sign {
    case .text(let path), .identifier(let path), .dictionary(let path), .value(let path):
      keys.formUnion(path)
    case .word(let path, let word):
      keys.formUnion(path)
      if let key = path.last {
        constants[key, default: []].insert(word)
      }
    case .prefix(let prefix):
      prefixes.append(prefix)
    case .both(let one, let other):
      add(one)
      add(other)
    }
  }
}
