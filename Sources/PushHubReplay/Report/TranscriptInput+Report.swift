import PushHub
import PushHubRecorder

extension TranscriptInput {
  /// Where it stands, if no feature has to say that.
  var lane: Int? {
    switch self {
    case .app, .end: Lane.phase
    case .page, .overlay, .screenshot: Lane.pages
    case .account: Lane.account
    case .launch, .push, .open, .token, .tokenError: Lane.pushes
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
  var appearance: RecordAppearance? {
    switch self {
    case .launch(nil, _, _): RecordAppearance("the app is launched", "▶")
    case .launch(let payload?, let response, _):
      response.action == .default
        ? RecordAppearance("the app is launched by a tap on \(payload.title)", "▶")
        : RecordAppearance("the app is launched: \(response.words(about: payload.title))", "▶")
    case .app(let phase):
      RecordAppearance(
        phase == .background
          ? "the app goes to the background" : "the app becomes \(phase.rawValue)",
        "▶",
        label: phase.rawValue
      )
    case .page(let page, isVisible: true):
      RecordAppearance("page \(page.rawValue) appears", "◁", label: page.rawValue)
    case .page(let page, isVisible: false):
      RecordAppearance("page \(page.rawValue) disappears", "◁")
    case .overlay(true): RecordAppearance("something covers the page", "▢", label: "covered")
    case .overlay(false): RecordAppearance("what covered the page is gone", "▢")
    case .account(nil): RecordAppearance("the user signs out", "◁")
    case .account(let account?):
      RecordAppearance("\(account.rawValue) signs in", "◁", label: account.rawValue)
    case .token: RecordAppearance("the system gives a device token", "◆")
    case .tokenError(let message):
      RecordAppearance(
        "the system gives no device token: \(message.clause)",
        "✕",
        isProblem: true
      )
    case .push(let payload, .present, _):
      RecordAppearance("push \(payload.title) arrives in the foreground", "▼")
    case .push(let payload, _, _): RecordAppearance("push \(payload.title) arrives", "▼")
    case .open(let payload, let response, _):
      RecordAppearance(response.words(about: payload.title), "▲")
    case .screenshot: RecordAppearance("the user takes a screenshot", "▣")
    case .end, .feature: nil
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
  func traces(in state: LifecycleState) -> [Trace] {
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
  func certainReason(in state: LifecycleState, token: DeviceToken?) -> String? {
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
  var likelyReason: String {
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
