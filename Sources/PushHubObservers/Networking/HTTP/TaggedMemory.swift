/// The values of the addresses used last; the least recently used is forgotten first.
package struct AddressMemory<Value: Sendable>: Sendable {
  package let capacity: Int

  /// From the least to the most recently used.
  package private(set) var entries: [(address: AccountAddress, value: Value)] = []

  package init(capacity: Int) {
    self.capacity = capacity
  }

  /// What is remembered for an address; this counts as a use.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package mutating func value(for address: AccountAddress) -> Value? {
    guard let index = entries.firstIndex(where: { $0.address == address }) else { return nil }
    entries.append(entries.remove(at: index))
    return entries.last?.value
  }

  /// Replaces what is remembered for an address; without a value it is forgotten.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package mutating func remember(_ value: Value?, for address: AccountAddress) {
    entries.removeAll { $0.address == address }
    guard let value else { return }
    entries.append((address, value))
    if entries.count > capacity {
      entries.removeFirst()
    }
  }
}

/// The latest values with a server's tag for each, by address.
///
/// A tag is what the server needs to say what has changed since: an `ETag`, the id of an event.
package struct TaggedMemory<Value: Hashable & Sendable>: Sendable {
  package struct Entry: Hashable {
    package let tag: String
    package let value: Value
  }

  /// How long a tag may be; a longer one is not remembered.
  package static var maximumTagLength: Int { 1024 }

  private var memory: AddressMemory<Entry>

  /// From the least to the most recently used.
  package var entries: [Entry] { memory.entries.map(\.value) }

  package init(capacity: Int) {
    memory = AddressMemory(capacity: capacity)
  }

  /// What is remembered for an address; this counts as a use.
  package mutating func entry(for address: AccountAddress) -> Entry? {
    memory.value(for: address)
  }

  /// Replaces what is remembered for an address; without a usable tag it is forgotten.
  package mutating func remember(_ value: Value, tag: String?, for address: AccountAddress) {
    let tag = tag.flatMap { Self.isUsable($0) ? $0 : nil }
    memory.remember(tag.map { Entry(tag: $0, value: value) }, for: address)
  }

  private static func isUsable(_ tag: String) -> Bool {
    (1...maximumTagLength).contains(tag.utf8.count)
      && tag.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
