/// The keys and words by which payloads are read, which contain nothing about a person.
package enum SenderKeys {
  /// Keys of Apple's and of senders, in whatever dictionary they stand.
  package static let keys: Set<String> = {
    let tables = [APSField.aps, APSField.alert, APSField.localization, APSField.sound]
    let senders = KeyedSender.table.flatMap { $0.data + $0.housekeeping }
    let paths = places.flatMap(\.path) + signs.flatMap(\.path)
    return Set(["aps"] + tables.joined().map(\.key) + senders + paths).subtracting(prefixes)
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
  package static let forms: [String: String] = signs.reduce(into: [:]) { forms, sign in
    if case .form(let path, let form) = sign, let key = path.last { forms[key] = form }
  }

  private static let places = KeyedSender.table.flatMap { $0.ids + $0.links }

  private static let signs =
    KeyedSender.table.flatMap { $0.signs.flatMap(\.all) } + places.compactMap(\.condition)
}
