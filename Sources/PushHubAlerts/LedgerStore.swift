import PushHub

/// A store of one value, as the kernel of a feature for the whole app uses it: the value of no account.
@MainActor
final class LedgerStore<Stored: Codable & Equatable & Sendable>: Store {
  private let store: any Store<Stored>
  private let empty: Stored

  /// - Parameter empty: What is saved when nothing is kept.
  init(_ store: any Store<Stored>, empty: Stored) {
    (self.store, self.empty) = (store, empty)
  }

  func load() throws -> FeatureValues<Stored>? { try store.load().map { ["": $0] } }

  func save(_ values: FeatureValues<Stored>) throws { try store.save(values[""] ?? empty) }
}
