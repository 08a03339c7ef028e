import PushHub
import PushHubObservers

/// Something that is true of the app or of an observer for a while.
///
/// Times are counted from the start of the play, so that a fact stays equal to itself for as long as
/// it is true.
enum ExplainedFact: Hashable {
  // The app.
  case phase(AppPhase)
  case page(PageID)
  case cover(depth: Int)
  case account(AccountID?)

  // The unread sync.
  case count(Int)
  case request(Request)
  case nextRequest(NextRequest)

  // The countdowns.
  case pace(isRunning: Bool, isStandingStill: Bool, CountdownHandler.BackgroundPolicy)
  case models(count: Int, nextEnd: Duration?)
  case cell(CountdownID, Cell)

  // The dot.
  case dot(PageID, Dot)
  case newest(NotificationCursor?)
  case readMark(ReadMark?)
  case listener(Listener)
  case total(Badge)

  // The screenshot preview.
  case preview(ScreenshotPreviewState, until: Duration?)
  case verdict(Verdict)
  case obstacle(ScreenshotRefusal?)
}

extension ExplainedFact {
  /// How the latest request for the unread count stands.
  enum Request: Hashable {
    /// There was none for who is signed in now.
    case none
    case underWay(UnreadSyncReason, began: Duration)
    case answered(began: Duration)
    case failed(began: Duration)
  }

  /// Which request comes next by itself, or why none does.
  enum NextRequest: Hashable {
    case at(Duration, UnreadSyncReason, isHeldBack: Bool)
    case none(UnreadSyncOutlook.Obstacle?, pushIsWaiting: Bool)
  }

  /// What a cell that is shown shows.
  enum Cell: Hashable {
    /// No model of that name is registered.
    case waiting
    case counting(end: Duration)
    case still(remaining: Duration)
    case ended
  }

  /// What a dot shows.
  enum Dot: Hashable {
    case on
    case off

    /// Off, since nothing is known of the list.
    case unknown
  }

  /// How it stands with whoever tells of new notifications.
  enum Listener: Hashable {
    /// Nobody is signed in, so nobody listens.
    case none
    case listening(for: AccountID, isStale: Bool)
    case failed(nextAttempt: Duration?)
  }

  /// What became of the latest screenshot that has had its fate.
  enum Verdict: Hashable {
    case none
    case refused(ScreenshotRefusal, number: Int)
    case ended(ScreenshotOutcome, number: Int)
  }
}

// MARK: - What belongs together

extension ExplainedFact {
  /// Whose fact it is.
  var subject: ExplainedSubject {
    switch self {
    case .phase, .page, .cover, .account: .app
    case .count, .request, .nextRequest: .unread
    case .pace, .models, .cell: .countdown
    case .dot, .newest, .readMark, .listener, .total: .badge
    case .preview, .verdict, .obstacle: .screenshot
    }
  }

  /// What the fact is about; another fact of the same name takes its place.
  var name: String {
    switch self {
    case .phase: "phase"
    case .page(let page): "page \(page.rawValue)"
    case .cover: "overlays"
    case .account: "account"
    case .count: "count"
    case .request: "request"
    case .nextRequest: "next"
    case .pace: "pace"
    case .models: "models"
    case .cell(let id, _): "cell \(id.rawValue)"
    case .dot(let page, _): "dot \(page.rawValue)"
    case .newest: "newest"
    case .readMark: "mark"
    case .listener: "listener"
    case .total: "total"
    case .preview: "preview"
    case .verdict: "screenshot"
    case .obstacle: "obstacle"
    }
  }

  /// Whether it is told what led to it; what rests, or only says what comes next, needs no causes.
  var hasCauses: Bool {
    switch self {
    case .request(.none), .nextRequest, .total, .preview(.idle, _), .obstacle: false
    default: true
    }
  }

  /// Whether a line that was said when the fact became true tells of it.
  func isTold(by line: PlayedLine) -> Bool {
    switch (self, line.speaker, line.event) {
    case (.count, .unread, "count"), (.request, .unread, _), (.dot, .badge, _): true
    case (.cell(let id, .ended), .countdown, "expired"): line.text("id") == id.rawValue
    case (.models, .countdown, "expired"): true
    case (.preview, .screenshot, "preview"), (.preview, .screenshot, "hidden"): true
    case (.verdict, .screenshot, "ignored"), (.verdict, .screenshot, "hidden"): true
    default: false
    }
  }

  /// What the observer will say of it by itself, whose causes led to the fact, too.
  var nextLines: [PlayedLine] {
    switch self {
    case .cell(let id, .counting), .cell(let id, .still):
      ["expired", "tick"].map { event in
        PlayedLine(
          time: .zero,
          speaker: .countdown,
          event: event,
          details: ["id": .string(id.rawValue)]
        )
      }
    default: []
    }
  }

  /// The line that must have been said before the fact could become true, and led to it, too.
  var earlierLine: (speaker: PlayedLine.Speaker, event: String)? {
    if case .verdict(.ended) = self { (.screenshot, "preview") } else { nil }
  }
}

/// Whom an explanation is about.
enum ExplainedSubject: String, CaseIterable, Hashable {
  case app
  case unread
  case countdown
  case badge
  case screenshot

  /// All but the app.
  static var observers: [ExplainedSubject] { allCases.filter { $0 != .app } }
}
