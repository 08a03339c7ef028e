import PushHub

/// What is true at an instant of a play, as its records and lines tell.
struct ReportState {
  /// A request for the unread count.
  struct Request {
    let mark: Int
    let began: Duration
    let answer: TranscriptInput.UnreadAnswer

    /// When the answer comes, if nothing cancels the request.
    var ends: Duration { began + answer.latency }
  }

  let header: TranscriptHeader
  private(set) var phase = AppPhase.background
  private(set) var pages: [PageID] = []
  private(set) var overlayCount = 0
  private(set) var account: AccountID?
  private(set) var token: DeviceToken?
  private(set) var answer = TranscriptInput.UnreadAnswer(result: .success(0))
  private(set) var appearedPages: Set<PageID> = []
  private(set) var newest: TranscriptInput.NotificationMark?
  private(set) var countdowns: Set<String> = []
  private(set) var latestSync: Duration?
  private(set) var request: Request?
  private(set) var isPreviewed = false

  init(header: TranscriptHeader) {
    self.header = header
  }

  /// Whether a request has not been answered at an instant.
  func isAsking(at time: Duration) -> Bool {
    request.map { time <= $0.ends } ?? false
  }

  /// The tracked pages that are visible.
  var trackedPages: [PageID] { pages.filter(header.trackedPages.contains) }
}

extension ReportState {
  mutating func apply(_ input: TranscriptInput, at time: Duration) {
    switch input {
    case .app(let phase): self.phase = phase
    case .page(let page, let isVisible):
      pages.removeAll { $0 == page }
      if isVisible {
        pages.append(page)
      }
    case .overlay(let isAdded): overlayCount = max(0, overlayCount + (isAdded ? 1 : -1))
    case .account(let account) where account != self.account:
      self.account = account
      appearedPages = []
      latestSync = nil
      request = nil
      newest = nil
    case .token(let token): self.token = token
    case .unread(let answer): self.answer = answer
    case .latest(.success(let marks)):
      newest = marks.max { $0.order.double ?? 0 < $1.order.double ?? 0 }
    case .countdown(let change):
      countdowns.subtract(change.removed)
      countdowns.formUnion(change.added.map(\.id))
    case .launch, .account, .tokenError, .push, .open, .screenshot, .preview, .latest, .read, .end:
      break
    }
    if phase.isForeground, account != nil {
      appearedPages.formUnion(trackedPages)
    }
  }

  mutating func note(_ line: PlayedLine, as mark: Int) {
    switch (line.speaker, line.event) {
    case (.unread, "sync"):
      latestSync = line.time
      request = Request(mark: mark, began: line.time, answer: answer)
    case (.unread, "failed"): request = nil
    case (.countdown, "expired"): countdowns.remove(line.text("id"))
    case (.screenshot, "preview"): isPreviewed = true
    case (.screenshot, "hidden"): isPreviewed = false
    default: break
    }
  }
}
