import PushHub

/// The keys and words by which payloads are read, which contain nothing about a person.
package enum SenderKeys {
  /// Keys of Apple's and of senders, in whatever dictionary they stand.
  package static let keys: Set<String> = {
    let system = [APSField.aps, APSField.alert, APSField.localization, APSField.sound].joined()
    let senders = KeyedSender.table.flatMap { sender in
      sender.data + sender.housekeeping + sender.places.flatMap(\.path)
    }
    return Set(["aps"] + system.map(\.key) + senders + signs.flatMap(\.path)).subtracting(prefixes)
  }()

  /// The fixed beginnings of other keys of senders, the longest first.
  package static let prefixes: [String] = KeyedSender.table.flatMap(\.prefixes)
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The keys under which senders look for words, each with such a word.
  package static let words: Set<[String]> = Set(
    signs.compactMap { sign in
      if case .word(let path, let word) = sign { path.suffix(1) + [word] } else { nil }
    }
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
