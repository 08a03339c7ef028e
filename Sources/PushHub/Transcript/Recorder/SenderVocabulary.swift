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
      for pattern in sender.excluded {
        if pattern.isPrefix {
          prefixes.append(pattern.text)
        } else {
          keys.insert(pattern.text)
        }
      }
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
