/// The notifications where a recording has got to, and up to which of them each account has read.
struct RecordedNotifications {
  private enum Mark {
    /// Before all notifications.
    case nothing
    case upTo(TranscriptInput.NotificationMark)
  }

  private let listPage: PageID
  private var account: AccountID?
  private var isLooking = false
  private var latest: [TranscriptInput.NotificationMark]?
  private var marks: [AccountID: Mark] = [:]

  /// The accounts whose marks follow from the recording.
  private var toldAccounts: Set<AccountID> = []

  init(listPage: PageID) {
    self.listPage = listPage
  }
}

extension RecordedNotifications {
  mutating func follow(_ lifecycle: LifecycleState) {
    if lifecycle.account != account {
      account = lifecycle.account
      latest = nil
    }
    isLooking = lifecycle.isLooking(at: listPage)
    readWhatIsSeen()
  }

  /// Takes a list; with the first one of an account, what is in it counts as read.
  mutating func report(_ marks: [TranscriptInput.NotificationMark]) {
    latest = marks
    guard let account else { return }
    if self.marks[account] == nil {
      self.marks[account] = marks.max(by: Self.comes).map(Mark.upTo) ?? .nothing
    }
    readWhatIsSeen()
  }

  mutating func read(upTo mark: TranscriptInput.NotificationMark?) {
    guard let account, let mark = mark ?? latest?.max(by: Self.comes) else { return }
    if case .upTo(let former) = marks[account], !Self.comes(former, before: mark) { return }
    marks[account] = .upTo(mark)
  }

  private mutating func readWhatIsSeen() {
    if isLooking {
      read(upTo: nil)
    }
  }

  private static func comes(
    _ one: TranscriptInput.NotificationMark,
    before other: TranscriptInput.NotificationMark
  ) -> Bool {
    one.order == other.order
      ? one.id.utf8.lexicographicallyPrecedes(other.id.utf8) : one.order < other.order
  }
}

extension RecordedNotifications {
  /// What brings a new badge dot here, with somebody signed in.
  ///
  /// Who has read nothing has begun with an empty list.
  var inputs: [TranscriptInput] {
    markInputs + (latest.map { [.latest(.success($0))] } ?? [])
  }

  private var markInputs: [TranscriptInput] {
    switch account.flatMap({ marks[$0] }) {
    case nil: []
    case .upTo(let mark): [.read(mark)]
    case .nothing: latest == [] ? [] : [.latest(.success([]))]
    }
  }

  mutating func noteBeginning() {
    toldAccounts = account.map { [$0] } ?? []
  }

  /// The mark of an account that comes back, and was last there before the recording began.
  mutating func takeUntold() -> [TranscriptInput] {
    guard let account, toldAccounts.insert(account).inserted else { return [] }
    return markInputs
  }
}
