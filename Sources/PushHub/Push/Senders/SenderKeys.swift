/// The keys and words by which payloads are read, which tell nothing of a person.
package enum SenderKeys {
  /// Keys of Apple's and of senders, in whatever dictionary they stand.
  package static let keys = Set(
    (APSField.aps + APSField.alert + APSField.localization).map(\.key)
      + places.flatMap { $0.path }
      + senders.flatMap { $0.data + $0.excluded }
  )

  /// How further keys of senders begin, of which the rest may be anything; the longest first.
  package static let prefixes =
    (senders.flatMap(\.prefixes)
    + signs.compactMap { if case .prefix(let prefix) = $0 { prefix } else { nil } })
    .sorted { $0.utf8.count > $1.utf8.count }

  /// The words that senders look for, by the key under which they stand.
  package static let words = Dictionary(
    places.compactMap { place in
      place.word.flatMap { word in place.path.last.map { ($0, Set([word])) } }
    },
    uniquingKeysWith: { $0.union($1) }
  )

  private static let senders = KeyedSender.table.compactMap { $0 as? KeyedSender }
  private static let signs = senders.flatMap { sender in
    (sender.signs + (sender.ids + sender.links).compactMap(\.condition)).flatMap(\.parts)
  }
  private static let places: [(path: [String], word: String?)] =
    signs.map(\.place) + senders.flatMap { $0.ids + $0.links }.map { ($0.path, nil) }
}

extension KeyedSender.Sign {
  fileprivate var parts: [Self] {
    if case .both(let one, let other) = self { one.parts + other.parts } else { [self] }
  }

  fileprivate var place: (path: [String], word: String?) {
    switch self {
    case .text(let path), .identifier(let path), .dictionary(let path), .value(let path):
      (path, nil)
    case .word(let path, let word): (path, word)
    case .prefix, .both: ([], nil)
    }
  }
}
