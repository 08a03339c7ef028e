import PushHub
import PushHubNetworking

// MARK: - What the core hears, and what it wants

extension PushReceiptsCore {
  enum Event {
    case began(LifecycleState, Scope)
    case detached
    case phase(AppPhase)
    case account(AccountID?, Scope)
    case appended(id: String, droppedCount: Int)
    case read(Cycle, Found)
    case answered(Cycle, Answer)
    case noted(Cycle)
    case removed(Cycle)
    case backgroundRefresh
    case deadline
  }

  enum Effect: Equatable {
    case read(Cycle, AccountID, limit: Int)
    case send(Cycle)
    case cancel
    case acknowledge(Cycle)
    case discard(Cycle, ReceiptRejection)
    case remove(Cycle, Removal)
    case report(SourceFailure, retryIn: Duration?)
    case reportHalving(Int)
    case release(FetchResult)
  }

  /// What a reading has found.
  struct Found: Hashable {
    /// How many receipts the batch has.
    let count: Int

    /// How many wait, with these.
    let waitingCount: Int

    /// The first one of them.
    let firstID: String?

    /// Whether there are files that could not be read now.
    var isComplete = true
  }

  enum Answer {
    case accepted
    case rejected(ReceiptRejection)
    case failed(SourceFailure)
  }

  /// Whose receipts are to be removed, from which files.
  struct Removal: Hashable {
    enum Whose: Hashable {
      /// This account has signed out.
      case of(AccountID)

      /// All others have signed out, for this one has signed in.
      case allBut(AccountID)
    }

    let whose: Whose

    /// Whether those of nobody known are of who has signed out.
    let includesUnowned: Bool
    let scope: Scope

    func includes(_ account: AccountID?) -> Bool {
      guard let account else { return includesUnowned }
      return switch whose {
      case .of(let gone): account == gone
      case .allBut(let present): account != present
      }
    }
  }
}
