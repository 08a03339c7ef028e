import PushHub

/// The keys and words by which payloads are read, which contain nothing about a person.
package enum SenderKeys {
  /// Keys of Apple's and of senders, in whatever dictionary they stand.
  package static let keys: Set<String> = {
    var keys: Set = ["aps"]
    for table in [APSField.aps, APSField.alert, APSField.localization] {
      keys.formUnion(table.map(\.key))
    }
    for sender in KeyedSender.table {
      keys.formUnion(sender.data + sender.housekeeping)
      keys.formUnion(sender.places.flatMap(\.path))
    }
    keys.formUnion(signs.flatMap(\.path))
    return keys.subtracting(prefixes)
  }()

  /// The fixed beginnings of other keys of senders, the longest first.
  package static let prefixes: [String] = KeyedSender.table.flatMap(\.prefixes)
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The words that senders look for, by the key under which they stand.
  package static let words: [String: Set<String>] = Dictionary(
    signs.compactMap { sign in
      if case .word(let path, let word) = sign { path.last.map { ($0, Set([word])) } } else { nil }
    },
    uniquingKeysWith: { $0.union($1) }
  )

  /// The forms of texts that senders look for, by the key under which they stand.
  package static let forms: [String: String] = Dictionary(
    uniqueKeysWithValues: signs.compactMap { sign in
      if case .form(let path, let form) = sign { path.last.map { ($0, form) } } else { nil }
    }
  )

  private static let signs: [KeyedSender.Sign] = KeyedSender.table.flatMap { sender in
    sender.signs.flatMap(\.all) + sender.places.compactMap(\.condition)
  }
}

extension KeyedSender {
  fileprivate var places: [Place] { ids + links }
}
