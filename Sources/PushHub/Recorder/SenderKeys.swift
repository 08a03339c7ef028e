import PushHub

/// The keys and words by which payloads are read, which contain nothing about a person.
package enum SenderKeys {
  /// Keys of Apple's and of senders, in whatever dictionary they stand.
  package static let keys = Set(
    [APSField.aps, APSField.alert, APSField.localization].joined().map(\.key) + ["aps"]
  )
  .union(KeyedSender.table.flatMap { $0.data + $0.housekeeping + $0.places.flatMap(\.path) })
  .union(signs.flatMap(\.path)).subtracting(prefixes)

  /// The fixed beginnings of other keys of senders, the longest first.
  package static let prefixes = KeyedSender.table.flatMap(\.prefixes)
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The words that senders look for, by the key under which they stand.
  package static let words = Dictionary(
    signs.compactMap { sign in
      if case .word(let path, let word) = sign { path.last.map { ($0, Set([word])) } } else { nil }
    },
    uniquingKeysWith: { $0.union($1) }
  )

  private static let signs = KeyedSender.table.flatMap { sender in
    sender.signs.joined() + sender.places.compactMap(\.condition)
  }
}

extension KeyedSender {
  fileprivate var places: [Place] { ids + links }
}
