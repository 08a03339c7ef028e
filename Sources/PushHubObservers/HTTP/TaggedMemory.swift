import Foundation

/// The latest values with a server's tag for each, by address.
///
/// A tag is what the server needs to say what has changed since: an `ETag`, the id of an event. The
/// least recently used value is forgotten first.
///
/// The address holds the account, encoded byte by byte, so that no account meets another's answer,
/// also where two are equal as strings but not as bytes.
struct TaggedMemory<Value: Hashable & Sendable>: Sendable {
  struct Entry: Hashable {
    let tag: String
    let value: Value
  }

  /// How long a tag may be; a longer one is not remembered.
  static var maximumTagLength: Int { 1024 }

  let capacity: Int

  /// From the least to the most recently used.
  private(set) var entries: [(address: String, entry: Entry)] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// What is remembered for an address; this counts as a use.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  mutating func entry(for url: URL) -> Entry? {
    guard let index = index(of: url) else { return nil }
    entries.append(entries.remove(at: index))
    return entries.last?.entry
  }

  /// Replaces what is remembered for an address; without a usable tag it is forgotten.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  mutating func remember(_ value: Value, tag: String?, for url: URL) {
    if let index = index(of: url) {
      entries.remove(at: index)
    }
    guard let tag, Self.isUsable(tag) else { return }
    entries.append((url.absoluteString, Entry(tag: tag, value: value)))
    if entries.count > capacity {
      entries.removeFirst()
    }
  }

  private func index(of url: URL) -> Int? {
    entries.firstIndex { $0.address == url.absoluteString }
  }

  private static func isUsable(_ tag: String) -> Bool {
    (1...maximumTagLength).contains(tag.utf8.count)
      && tag.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
