import PushHub
import PushHubRecorder

extension PlayedRecord {
  /// A record that is about to happen to an app.
  @MainActor
  init(_ record: TranscriptRecord, number: Int, in app: ReplayedApp, isExplained: Bool) {
    self.number = number
    self.record = record
    let input = record.input
    guard isExplained, !input.isEnd else {
      view = nil
      return
    }
    let state = app.lifecycle.state
    let owner = app.scripts.first { $0.owns(input) }
    let own = owner.flatMap { script in input.featureRecord.map { (script, $0) } }
    view = View(
      lane: input.lane ?? owner.map { .feature($0.name) } ?? .pages,
      appearance: input.appearance ?? own.map { $0.appearance(of: $1) }
        ?? RecordAppearance(words: input.key),
      traces: input.traces(in: state) + app.scripts.flatMap { $0.traces(of: input) },
      origins: own.map { $0.origins(of: $1) } ?? [],
      certainReason: input.certainReason(in: state, token: app.manager.deviceToken),
      likelyReason: owner?.reasonForNothing ?? input.likelyReason,
      owner: owner?.name
    )
  }
}

// MARK: - What the subjects tell

extension TranscriptInput {
  /// Where it stands, if no feature has to say that.
  fileprivate var lane: LaneID? {
    switch self {
    case .app, .end: .phase
    case .page, .overlay, .screenshot: .pages
    case .account: .account
    case .launch, .push, .open, .token, .tokenError: .pushes
    case .feature: nil
    }
  }

  /// Whether it ends the play; payloads are not compared for that.
  var isEnd: Bool { if case .end = self { true } else { false } }

  /// Whether this is a callback about a push.
  var isPush: Bool {
    switch self {
    case .launch(let payload, _, _): payload != nil
    case .push, .open: true
    default: false
    }
  }

  /// What it looks like, if no feature has to say that.
  fileprivate var appearance: RecordAppearance? {
    words.map { RecordAppearance(words: $0, look: look) }
  }

  private var words: String? {
    switch self {
    case .launch(nil, _, _): "the app is launched"
    case .launch(let payload?, let response, _):
      response.action == .default
        ? "the app is launched by a tap on \(payload.title)"
        : "the app is launched: \(response.words(about: payload.title))"
    case .app(.background): "the app goes to the background"
    case .app(let phase): "the app becomes \(phase.rawValue)"
    case .page(let page, let isVisible):
      "page \(page.rawValue) \(isVisible ? "appears" : "disappears")"
    case .overlay(let isAdded):
      isAdded ? "something covers the page" : "what covered the page is gone"
    case .account(nil): "the user signs out"
    case .account(let account?): "\(account.rawValue) signs in"
    case .token: "the system gives a device token"
    case .tokenError(let message): "the system gives no device token: \(message.clause)"
    case .push(let payload, .present, _): "push \(payload.title) arrives in the foreground"
    case .push(let payload, _, _): "push \(payload.title) arrives"
    case .open(let payload, let response, _): response.words(about: payload.title)
    case .screenshot: "the user takes a screenshot"
    case .end: "the play ends"
    case .feature: nil
    }
  }

  private var look: MarkLook {
    switch self {
    case .launch: MarkLook("▶")
    case .app(let phase): MarkLook("▶", label: phase.rawValue)
    case .page(let page, let isVisible): MarkLook("◁", label: isVisible ? page.rawValue : "")
    case .overlay(let isAdded): MarkLook("▢", label: isAdded ? "covered" : "")
    case .account(let account): MarkLook("◁", label: account?.rawValue ?? "")
    case .token: MarkLook("◆")
    case .tokenError: MarkLook("✕", isProblem: true)
    case .push: MarkLook("▼")
    case .open: MarkLook("▲")
    case .screenshot: MarkLook("▣")
    case .feature, .end: MarkLook()
    }
  }
}

/// What lasts in the life of an app.
private enum LifeTopic: Hashable {
  case phase
  case page(PageID)
  case overlay(depth: Int)
  case account
}

extension TranscriptInput {
  /// What lasts from here on, and what ends, given what is true before it.
  fileprivate func traces(in state: LifecycleState) -> [Trace] {
    switch self {
    case .app: [.begins(Topic(LifeTopic.phase))]
    case .account(nil): [.ends(Topic(LifeTopic.account))]
    case .account(let account) where account != state.account:
      [.begins(Topic(LifeTopic.account))]
    case .page(let page, isVisible: true) where !state.visiblePages.contains(page):
      [.begins(Topic(LifeTopic.page(page)))]
    case .page(let page, isVisible: false): [.ends(Topic(LifeTopic.page(page)))]
    case .overlay(true): [.begins(Topic(LifeTopic.overlay(depth: state.overlayCount + 1)))]
    case .overlay(false): [.ends(Topic(LifeTopic.overlay(depth: state.overlayCount)))]
    case .launch, .account, .page, .token, .tokenError, .push, .open, .screenshot, .feature, .end:
      []
    }
  }

  /// Why nothing comes of it whatever features there are, given what is true before it.
  fileprivate func certainReason(in state: LifecycleState, token: DeviceToken?) -> String? {
    switch self {
    case .launch: "The app was not launched by a tap, so there is no push to receive."
    case .app(let phase): phase == state.phase ? "The app was in this phase already." : nil
    case .page(let page, let isVisible):
      isVisible == state.visiblePages.contains(page)
        ? (isVisible ? "The page was visible already." : "The page was not visible.") : nil
    case .account(let account):
      account == state.account
        ? account == nil ? "Nobody was signed in." : "This account was signed in already." : nil
    case .token(let newToken):
      newToken == token
        ? "The token is the one known already." : "The notification manager told nobody about it."
    case .tokenError, .push, .open: "The notification manager told nobody about it."
    case .end: "The play ends here."
    case .overlay, .screenshot, .feature: nil
    }
  }

  /// Why nothing comes of it where no feature knows.
  fileprivate var likelyReason: String {
    switch self {
    case .page(_, isVisible: true): "No feature did anything about this page just then."
    case .page(_, isVisible: false): "No feature does anything when a page disappears."
    default: "No feature of this play does anything about it."
    }
  }
}

extension PushResponse {
  fileprivate func words(about title: String) -> String {
    switch action {
    case .default: "the user opens \(title)"
    case .dismiss: "the user dismisses \(title)"
    case .custom(let name): "the user answers \(title) with \(name)"
    }
  }
}

extension PushPayload {
  /// What the user knows the push by.
  fileprivate var title: String {
    let texts = [aps.title, aps.titleLocalization?.key, aps.body, aps.bodyLocalization?.key]
    return texts.compactMap { $0 }.first.map { "“\($0)”" } ?? "without a text"
  }
}
