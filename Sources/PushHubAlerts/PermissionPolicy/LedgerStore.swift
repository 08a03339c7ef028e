import PushHub

/// The store of a ledger, as a kernel uses it: the ledger is the value of no account.
@MainActor
final class LedgerStore: Store {
  private let store: any Store<PermissionLedger>

  init(_ store: any Store<PermissionLedger>) {
    self.store = store
  }

  func load() throws -> PermissionCore.Values? { try store.load().map { ["": $0] } }

  func save(_ values: PermissionCore.Values) throws {
    if let ledger = values[""] { try store.save(ledger) }
  }
}
