import PushHub
import PushHubRecorder

extension TranscriptInput {
  /// The lane of a record that is no feature's.
  var lane: Int {
    switch self {
    case .app, .network, .end: Lane.phase
    case .page, .overlay, .screenshot, .feature: Lane.pages
    case .account, .accounts: Lane.account
    case .launch, .push, .open, .token, .tokenError, .backgroundRefresh: Lane.pushes
    }
  }

  var isEnd: Bool { if case .end = self { true } else { false } }

  /// The likely reason why it had no effect, unless a feature reports one.
  var likelyReason: String {
    switch self {
    case .page(_, isVisible: true): "No feature did anything about this page then."
    case .page(_, isVisible: false): "No feature does anything when a page disappears."
    case .feature: "It caused no event then."
    default: "No feature of this replay does anything about it."
    }
  }

  /// Returns its appearance on the timeline if it belongs to no feature.
  ///
  /// A reason that the mark has is certain.
  ///
  /// - Parameter state: The app's state before.
  func mark(in state: LifecycleState) -> TimelineMark {
    let unsent = "The notification manager delivered nothing."
    return switch self {
    case .launch(nil, _, _):
      TimelineMark(
        "▶",
        "the app is launched",
        because: "The app was not launched by a tap, so there is no push to receive."
      )
    case .launch(let payload?, let response, _):
      TimelineMark(
        "▶",
        response.action == .default
          ? "the app is launched by a tap on \(payload.title)"
          : "the app is launched: \(response.message(about: payload.title))",
        because: unsent
      )
    case .app(let phase):
      TimelineMark(
        "▶",
        phase == .background
          ? "the app goes to the background" : "the app becomes \(phase.rawValue)",
        label: phase.rawValue,
        until: ["app"],
        because: phase == state.phase ? "The app was in this phase already." : nil
      )
    case .page(let page, isVisible: true):
      TimelineMark(
        "◁",
        "page \(page.rawValue) appears",
        label: page.rawValue,
        names: ["page \(page.rawValue)"],
        until: ["page \(page.rawValue)"],
        because: state.visiblePages.contains(page) ? "The page was visible already." : nil
      )
    case .page(let page, isVisible: false):
      TimelineMark(
        "◁",
        "page \(page.rawValue) disappears",
        names: ["page \(page.rawValue)"],
        because: state.visiblePages.contains(page) ? nil : "The page was not visible."
      )
    case .overlay(true):
      TimelineMark(
        "▢",
        "an overlay covers the page",
        label: "covered",
        names: ["overlay \(state.overlayCount + 1)"],
        until: ["overlay \(state.overlayCount + 1)"]
      )
    case .overlay(false):
      TimelineMark(
        "▢",
        "an overlay is removed",
        names: ["overlay \(state.overlayCount)"]
      )
    case .account(let account):
      TimelineMark(
        "◁",
        account.map { "\($0.rawValue) signs in" } ?? "the user signs out",
        label: account?.rawValue ?? "",
        until: account == nil ? [] : ["account"],
        because: account != state.account
          ? nil
          : account == nil
            ? "No account was signed in." : "This account was signed in already."
      )
    case .accounts(let accounts, let shown):
      TimelineMark(
        "◁",
        "signed in: \(accounts.sorted().map(\.rawValue).joined(separator: ", ")); "
          + (shown.map { "\($0) is shown" } ?? "none is shown"),
        label: shown?.rawValue ?? "",
        until: shown == nil ? [] : ["account"],
        because: shown != state.account || accounts != state.accounts
          ? nil : "These accounts were signed in already."
      )
    case .token: TimelineMark("◆", "the system gives a device token", because: unsent)
    case .tokenError(let message):
      TimelineMark(
        "✕",
        "the system gives no device token: \(LogText(clause: message))",
        isProblem: true,
        names: ["token"],
        because: unsent
      )
    case .push(let payload, let channel, _):
      TimelineMark(
        "▼",
        "push \(payload.title) arrives\(channel == .present ? " in the foreground" : "")",
        because: unsent
      )
    case .open(let payload, let response, _):
      TimelineMark("▲", response.message(about: payload.title), because: unsent)
    case .backgroundRefresh(isExpired: false):
      TimelineMark(
        "◐",
        "the system gives the app time to refresh",
        until: ["backgroundRefresh", "refreshed"]
      )
    case .backgroundRefresh(isExpired: true):
      TimelineMark("✕", "the time to refresh is over")
    case .screenshot: TimelineMark("▣", "the user takes a screenshot")
    case .network: TimelineMark("↑", "the network is available again")
    case .end, .feature: TimelineMark("•", key)
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
