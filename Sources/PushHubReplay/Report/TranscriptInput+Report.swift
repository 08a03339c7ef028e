import PushHub
import PushHubRecorder

extension TranscriptInput {
  /// The lane in which it stands, if it is no feature's.
  var lane: Int {
    switch self {
    case .app, .end: Lane.phase
    case .page, .overlay, .screenshot, .feature: Lane.pages
    case .account: Lane.account
    case .launch, .push, .open, .token, .tokenError: Lane.pushes
    }
  }

  var isEnd: Bool { if case .end = self { true } else { false } }

  /// Whether it shows a push, of which the hub should say something.
  var isPush: Bool {
    switch self {
    case .launch(let payload, _, _): payload != nil
    case .push, .open: true
    default: false
    }
  }

  /// Why nothing came of it as far as anybody can tell who knows no feature.
  var likelyReason: String {
    switch self {
    case .page(_, isVisible: true): "No feature did anything about this page just then."
    case .page(_, isVisible: false): "No feature does anything when a page disappears."
    default: "No feature of this play does anything about it."
    }
  }

  /// How it stands on the timeline if it is no feature's; its reason for nothing holds for certain.
  ///
  /// - Parameters:
  ///   - state: What was true of the app before.
  ///   - token: The device token that was known before.
  func mark(in state: LifecycleState, token: DeviceToken?) -> TimelineMark {
    let unheard = "The notification manager told nobody about it."
    switch self {
    case .launch(let payload, let response, _):
      let tap = payload.map { payload in
        response.action == .default
          ? " by a tap on \(payload.title)" : ": \(response.message(about: payload.title))"
      }
      return TimelineMark(
        "▶",
        message: "the app is launched\(tap ?? "")",
        reasonForNothing: "The app was not launched by a tap, so there is no push to receive."
      )
    case .app(let phase):
      let isBackground = phase == .background
      return TimelineMark(
        "▶",
        message: isBackground
          ? "the app goes to the background" : "the app becomes \(phase.rawValue)",
        label: phase.rawValue,
        traces: [.begins(.phase)],
        reasonForNothing: phase == state.phase ? "The app was in this phase already." : nil
      )
    case .page(let page, isVisible: true):
      let isKnown = state.visiblePages.contains(page)
      return TimelineMark(
        "◁",
        message: "page \(page.rawValue) appears",
        label: page.rawValue,
        traces: isKnown ? [] : [.begins(.page(page))],
        reasonForNothing: isKnown ? "The page was visible already." : nil
      )
    case .page(let page, isVisible: false):
      return TimelineMark(
        "◁",
        message: "page \(page.rawValue) disappears",
        traces: [.ends(.page(page))],
        reasonForNothing: state.visiblePages.contains(page) ? nil : "The page was not visible."
      )
    case .overlay(true):
      return TimelineMark(
        "▢",
        message: "something covers the page",
        label: "covered",
        traces: [.begins(.overlay(state.overlayCount + 1))]
      )
    case .overlay(false):
      return TimelineMark(
        "▢",
        message: "what covered the page is gone",
        traces: [.ends(.overlay(state.overlayCount))]
      )
    case .account(nil):
      return TimelineMark(
        "◁",
        message: "the user signs out",
        traces: [.ends(.account)],
        reasonForNothing: state.account == nil ? "Nobody was signed in." : nil
      )
    case .account(let account?):
      let isKnown = account == state.account
      return TimelineMark(
        "◁",
        message: "\(account.rawValue) signs in",
        label: account.rawValue,
        traces: isKnown ? [] : [.begins(.account)],
        reasonForNothing: isKnown ? "This account was signed in already." : nil
      )
    case .token(let newToken):
      return TimelineMark(
        "◆",
        message: "the system gives a device token",
        reasonForNothing: newToken == token ? "The token is the one known already." : unheard
      )
    case .tokenError(let message):
      return TimelineMark(
        "✕",
        message: "the system gives no device token: \(message.clause)",
        isProblem: true,
        reasonForNothing: unheard
      )
    case .push(let payload, let channel, _):
      let place = channel == .present ? " in the foreground" : ""
      return TimelineMark(
        "▼",
        message: "push \(payload.title) arrives\(place)",
        reasonForNothing: unheard
      )
    case .open(let payload, let response, _):
      return TimelineMark(
        "▲",
        message: response.message(about: payload.title),
        reasonForNothing: unheard
      )
    case .screenshot: return TimelineMark("▣", message: "the user takes a screenshot")
    case .end, .feature: return TimelineMark(message: key)
    }
  }
}

extension Topic {
  fileprivate static let phase: Self = "app phase"
  fileprivate static let account: Self = "app account"
  fileprivate static func page(_ page: PageID) -> Self { "app page \(page.rawValue)" }
  fileprivate static func overlay(_ depth: Int) -> Self { "app overlay \(depth)" }
}

extension PushResponse {
  fileprivate func message(about title: String) -> String {
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
