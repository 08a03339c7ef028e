import PushHub

extension TranscriptInput {
  /// What happens, for people; texts of the transcript stand in it as they are.
  var sentence: String {
    switch self {
    case .launch(nil, _, _): "the app is launched"
    case .launch(let payload?, let response, _):
      response.action == .default
        ? "the app is launched by a tap on \(payload.title)"
        : "the app is launched: \(response.sentence(about: payload.title))"
    case .app(.background): "the app goes to the background"
    case .app(let phase): "the app becomes \(phase.rawValue)"
    case .page(let page, let isVisible):
      "page \(page.rawValue) \(isVisible ? "appears" : "disappears")"
    case .overlay(let isAdded):
      isAdded ? "something covers the page" : "what covered the page is gone"
    case .account(nil): "the user signs out"
    case .account(let account?): "\(account.rawValue) signs in"
    case .token: "the system gives a device token"
    case .tokenError(let message): "the system gives no device token: \(message)"
    case .push(let payload, .present, _): "push \(payload.title) arrives in the foreground"
    case .push(let payload, _, _): "push \(payload.title) arrives"
    case .open(let payload, let response, _): response.sentence(about: payload.title)
    case .screenshot: "the user takes a screenshot"
    case .preview(.tap): "the user touches the preview"
    case .preview(.outside): "the user touches beside the preview"
    case .unread(let answer): answer.sentence
    case .latest(let report): Self.sentence(for: report)
    case .read(nil): "everything known is read"
    case .read(let mark?): "everything up to \(mark.id) is read"
    case .countdown(let change): "countdowns: \(change.sentence)"
    case .end: "the play ends"
    }
  }

  /// Whether this is a callback about a push.
  var isPush: Bool {
    switch self {
    case .launch(let payload, _, _): payload != nil
    case .push, .open: true
    default: false
    }
  }

  /// A word or two to stand in the timeline.
  var label: String {
    switch self {
    case .app(let phase): phase.rawValue
    case .page(let page, isVisible: true): page.rawValue
    case .overlay(true): "covered"
    case .account(let account?): account.rawValue
    case .launch, .page, .overlay, .account, .token, .tokenError, .push, .open, .screenshot,
      .preview, .unread, .latest, .read, .countdown, .end:
      ""
    }
  }

  private static func sentence(
    for report: Result<[NotificationMark], ScriptedError>
  ) -> String {
    switch report {
    case .success(let marks) where marks.isEmpty: "the listener reports an empty list"
    case .success(let marks): "the listener reports \(marks.count), \(marks.map(\.id).list)"
    case .failure(let error): "the listener fails: \(error.message)"
    }
  }
}

extension TranscriptInput.UnreadAnswer {
  fileprivate var sentence: String {
    let delay = latency == .zero ? "" : ", after \(latency.words)"
    return switch result {
    case .success(let count): "the server answers \(count) from now on\(delay)"
    case .failure(let error): "the server fails from now on\(delay): \(error.message)"
    }
  }
}

extension TranscriptInput.CountdownChange {
  fileprivate var sentence: String {
    let parts = [
      background.map { $0 == .pauses ? "pause in the background" : "continue in the background" },
      isRunning.map { $0 ? "run" : "stop" },
      removed.isEmpty ? nil : "without \(removed.list)",
      added.isEmpty ? nil : "with \(added.map { "\($0.id) of \($0.duration.words)" }.list)",
      hidden.isEmpty ? nil : "hiding \(hidden.list)",
      shown.isEmpty ? nil : "showing \(shown.list)",
    ]
    return parts.contains { $0 != nil }
      ? parts.compactMap { $0 }.joined(separator: "; ") : "no change"
  }
}

extension [String] {
  fileprivate var list: String {
    count <= 5
      ? joined(separator: ", ") : prefix(4).joined(separator: ", ") + " and \(count - 4) more"
  }
}

extension PushResponse {
  fileprivate func sentence(about title: String) -> String {
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
    guard let alert = aps.alert else { return "without a text" }
    let texts = [
      alert.title, alert.titleLocalization?.key, alert.body, alert.bodyLocalization?.key,
    ]
    return texts.compactMap { $0 }.first.map { "“\($0)”" } ?? "without a text"
  }
}
