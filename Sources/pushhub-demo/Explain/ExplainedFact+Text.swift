import PushHub
import PushHubObservers

extension ExplainedFact {
  /// What is true, for people; texts of the transcript stand in it as they are.
  ///
  /// - Parameters:
  ///   - now: The instant at which it is told.
  ///   - since: Words that say since when, with a space before them.
  func sentence(at now: Duration, since: String = "") -> String {
    switch self {
    case .phase(.background): "in the background\(since)"
    case .phase(let phase): "\(phase.rawValue)\(since)"
    case .page(let page): "page \(page.rawValue)\(since)"
    case .cover(0): "nothing covers the page"
    case .cover(let depth): (depth == 1 ? "covered" : "covered by \(depth)") + since
    case .account(let account): "\(account?.rawValue ?? "nobody") signed in\(since)"
    case .count(let count): "\(count) unread\(since)"
    case .request(let request): request.sentence(at: now)
    case .nextRequest(let next): next.sentence(at: now)
    case .pace(let isRunning, let isStandingStill, let policy):
      Self.sentence(isRunning: isRunning, isStandingStill: isStandingStill, policy, since: since)
    case .models(0, _): "none registered"
    case .models(let count, let end):
      "\(count) registered" + (end.map { "; the next ends \($0.ahead(at: now))" } ?? "")
    case .cell(let id, let cell): "\(id.rawValue): \(cell.sentence(at: now, since: since))"
    case .dot(let page, .on): "dot on \(page.rawValue)\(since)"
    case .dot(let page, .off): "no dot on \(page.rawValue)\(since)"
    case .dot(let page, .unknown): "no dot on \(page.rawValue), as no list is known"
    case .newest(nil): "no notification known"
    case .newest(let cursor?): "newest is \(cursor.sentence)\(since)"
    case .readMark(nil): "no read mark"
    case .readMark(.nothing?): "nothing read; whatever comes is new"
    case .readMark(.upTo(let cursor)?): "read up to \(cursor.sentence)\(since)"
    case .listener(let listener): listener.sentence(at: now, since: since)
    case .total(let badge): "a tree of count and dot shows \(badge.sentence) at its root"
    case .preview(let state, let end): state.sentence(until: end, at: now, since: since)
    case .verdict(let verdict): verdict.sentence
    case .obstacle(nil): "one taken now would get a preview"
    case .obstacle(let refusal?): "one taken now would be refused: \(refusal.sentence)"
    }
  }

  /// What happened when a timer made the fact true without a word.
  var arrival: String {
    switch self {
    case .request(.answered): "the answer is what is shown already"
    case .listener(.listening): "listens again"
    default: "a timer was due"
    }
  }

  private static func sentence(
    isRunning: Bool,
    isStandingStill: Bool,
    _ policy: CountdownHandler.BackgroundPolicy,
    since: String
  ) -> String {
    if !isRunning { return "stopped\(since)" }
    if isStandingStill { return "paused in the background\(since)" }
    return "running; \(policy == .pauses ? "pauses" : "goes on") in the background"
  }
}

// MARK: - The unread sync

extension ExplainedFact.Request {
  private static let minute = Duration.seconds(60)

  fileprivate func sentence(at now: Duration) -> String {
    switch self {
    case .none: "no request for this account so far"
    case .underWay(let reason, let began):
      "asking since \(began.clockText): "
        + PlayedLine(unsaidBy: .unread, "sync", "reason", reason.rawValue).syncReason
    case .answered(let began) where now - began <= Self.minute:
      "fresh: asked \(began.ago(at: now)), and answered"
    case .answered(let began): "asked \(began.ago(at: now)), and answered"
    case .failed(let began): "stale: asked \(began.ago(at: now)), and that failed"
    }
  }
}

extension ExplainedFact.NextRequest {
  fileprivate func sentence(at now: Duration) -> String {
    switch self {
    case .at(let time, let reason, let isHeldBack):
      "asks next \(time.ahead(at: now)), "
        + (isHeldBack ? "not sooner, as the server asked" : reason.sentence)
    case .none(.request, pushIsWaiting: true): "asks once more after the answer: a push came"
    case .none(.account, _): "asks nothing: nobody is signed in"
    case .none(.request, _): "asks nothing more until the answer comes"
    case .none(.refusal, _): "asks nothing by itself: the server refused"
    case .none(.background, _): "asks nothing by itself in the background; a push asks"
    case .none(.page, _): "asks nothing by itself with no page that shows it; a push asks"
    case .none(nil, _): "asks nothing by itself"
    }
  }
}

extension UnreadSyncReason {
  /// Why a request begins by itself, and not sooner.
  fileprivate var sentence: String {
    switch self {
    case .interval: "as the count is a minute old then, and fresh before"
    case .retry: "waiting longer after each failure"
    case .push: "as pushes with no page visible are spread"
    case .firstAppearance, .return, .account, .request: "by itself"
    }
  }
}

// MARK: - The countdowns

extension ExplainedFact.Cell {
  fileprivate func sentence(at now: Duration, since: String) -> String {
    switch self {
    case .waiting: "shown, but not registered"
    case .counting(let end): "\((end - now).words) left, ends \(end.clockText)"
    case .still(let remaining): "\(remaining.words) left, standing still"
    case .ended: "over\(since)"
    }
  }
}

// MARK: - The dot

extension NotificationCursor {
  fileprivate var sentence: String { "\(id) (\(order.text))" }
}

extension ExplainedFact.Listener {
  fileprivate func sentence(at now: Duration, since: String) -> String {
    switch self {
    case .none: "listens to nobody: nobody is signed in"
    case .listening(let account, isStale: false): "listening for \(account.rawValue)\(since)"
    case .listening(_, isStale: true): "listening again\(since), with nothing heard yet"
    case .failed(nil): "the listener failed, and is not attached again by itself"
    case .failed(let next?): "the listener failed; attached again \(next.ahead(at: now))"
    }
  }
}

extension Badge {
  fileprivate var sentence: String {
    switch mark {
    case .none: "nothing"
    case .dot: "a dot"
    case .number: text
    }
  }
}

// MARK: - The screenshot preview

extension ScreenshotPreviewState {
  fileprivate func sentence(until end: Duration?, at now: Duration, since: String) -> String {
    let time = end.map { "; goes by itself \($0.ahead(at: now))" } ?? ""
    return switch self {
    case .idle: "no preview"
    case .capturing: "the page is being rendered"
    case .presenting: "the preview is on its way"
    case .shown: "preview up\(since)\(time)"
    case .held: "preview up, with a finger on it"
    case .editing: "the preview goes, and the editor opens"
    case .hiding: "the preview goes"
    case .waiting: "the preview goes, and another screenshot waits"
    }
  }
}

extension ExplainedFact.Verdict {
  fileprivate var sentence: String {
    switch self {
    case .none: "no screenshot so far"
    case .refused(let refusal, _): "last screenshot refused: \(refusal.sentence)"
    case .ended(let outcome, _):
      "last preview gone: "
        + PlayedLine(unsaidBy: .screenshot, "hidden", "outcome", outcome.rawValue).outcome
    }
  }
}

extension ScreenshotRefusal {
  fileprivate var sentence: String {
    PlayedLine(unsaidBy: .screenshot, "ignored", "reason", rawValue).refusal
  }
}

// MARK: - Words

extension PlayedLine {
  /// A line that is not said, for its words.
  fileprivate init(unsaidBy speaker: Speaker, _ event: String, _ key: String, _ value: String) {
    self.init(time: .zero, speaker: speaker, event: event, details: [key: .string(value)])
  }
}

extension Duration {
  /// An instant in the past: `at 0:01:15.000, 3 s ago`.
  fileprivate func ago(at now: Duration) -> String {
    now == self ? "just now" : "\((now - self).words) ago at \(clockText)"
  }

  /// An instant to come: `in 3 s at 0:01:15.000`.
  fileprivate func ahead(at now: Duration) -> String {
    "in \((self - now).words) at \(clockText)"
  }
}
