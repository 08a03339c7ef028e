import PushHub
import PushHubRecorder

extension TranscriptInput {
  /// The lane of a record that is no feature's.
  var lane: Int {
    switch self {
    case .app, .end: Lane.phase
    case .page, .overlay, .screenshot, .feature: Lane.pages
    case .account: Lane.account
    case .launch, .push, .open, .token, .tokenError: Lane.pushes
    }
  }

  var isEnd: Bool { if case .end = self { true } else { false } }

  /// Whether it has a push, which the hub must report.
  var isPush: Bool {
    switch self {
    case .launch(let payload, _, _): payload != nil
    case .push, .open: true
    default: false
    }
  }

  /// Why nothing came of it, unless a feature says why.
  var likelyReason: String {
    switch self {
    case .page(_, isVisible: true): "No feature did anything about this page then."
    case .page(_, isVisible: false): "No feature does anything when a page disappears."
    case .feature: "It changed nothing then."
    default: "No feature of this replay does anything about it."
    }
  }

  /// How it appears on the timeline if it is no feature's.
  ///
  /// A reason that the mark has is certain.
  ///
  /// - Parameters:
  ///   - state: The app's state before.
  ///   - token: The device token that was known before.
  func mark(in state: LifecycleState, token: DeviceToken?) -> TimelineMark {
    let unsent = "The notification manager delivered nothing."
    switch self {
    case .launch(let payload, let response, _):
      let tap = payload.map { payload in
        response.action == .default
          ? " by a tap on \(payload.title)" : ": \(response.message(about: payload.title))"
      }
      return TimelineMark(
        "▶",
        "the app is launched\(tap ?? "")",
        because: "The app was not launched by a tap, so there is no push to receive."
      )
    case .app(let phase):
      let isBackground = phase == .background
      return TimelineMark(
        "▶",
        isBackground ? "the app goes to the background" : "the app becomes \(phase.rawValue)",
        label: phase.rawValue,
        until: ["app"],
        because: phase == state.phase ? "The app was in this phase already." : nil
      )
    case .page(let page, let isVisible):
      let wasVisible = state.visiblePages.contains(page)
      let change = isVisible ? "appears" : "disappears"
      let names = ["page \(page.rawValue)"]
      let known = isVisible ? "The page was visible already." : "The page was not visible."
      return TimelineMark(
        "◁",
        "page \(page.rawValue) \(change)",
        label: isVisible ? page.rawValue : "",
        names: names,
        until: isVisible ? names : [],
        because: isVisible == wasVisible ? known : nil
      )
    case .overlay(let isAdded):
      let names = ["overlay \(state.overlayCount + (isAdded ? 1 : 0))"]
      return TimelineMark(
        "▢",
        isAdded ? "an overlay covers the page" : "an overlay is removed",
        label: isAdded ? "covered" : "",
        names: names,
        until: isAdded ? names : [],
        because: nil
      )
    case .account(let account):
      return TimelineMark(
        "◁",
        account.map { "\($0.rawValue) signs in" } ?? "the user signs out",
        label: account?.rawValue ?? "",
        until: account == nil ? [] : ["account"],
        because: account != state.account
          ? nil
          : account == nil
            ? "No account was signed in." : "This account was signed in already."
      )
    case .token(let newToken):
      return TimelineMark(
        "◆",
        "the system gives a device token",
        because: newToken == token ? "The token is already known." : unsent
      )
    case .tokenError(let message):
      return TimelineMark(
        "✕",
        "the system gives no device token: \(message.clause)",
        isProblem: true,
        names: ["token"],
        because: unsent
      )
    case .push(let payload, let channel, _):
      let place = channel == .present ? " in the foreground" : ""
      return TimelineMark("▼", "push \(payload.title) arrives\(place)", because: unsent)
    case .open(let payload, let response, _):
      return TimelineMark("▲", response.message(about: payload.title), because: unsent)
    case .screenshot: return TimelineMark("▣", "the user takes a screenshot", because: nil)
    case .end, .feature: return TimelineMark("•", key, because: nil)
    }
  }
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
  /// The title or text of the push.
  fileprivate var title: String {
    let texts = [aps.title, aps.titleLocalization?.key, aps.body, aps.bodyLocalization?.key]
    return texts.compactMap { $0 }.first.map { "“\($0)”" } ?? "without a text"
  }
}
