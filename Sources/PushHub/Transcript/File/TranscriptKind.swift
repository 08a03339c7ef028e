/// The keys that say what happened.
package enum TranscriptKind: String {
  case launch
  case app
  case page
  case overlay
  case account
  case token
  case tokenError
  case push
  case open
  case screenshot
  case preview
  case unread
  case latest
  case read
  case countdown
  case end

  /// The keys that may stand beside this one.
  var siblings: [String] {
    switch self {
    case .page: ["visible"]
    case .push: ["via", "request"]
    case .open: ["action", "reply", "request"]
    case .unread: ["latency"]
    default: []
    }
  }
}

extension TranscriptInput {
  /// The key that says what happened.
  package var kind: TranscriptKind {
    switch self {
    case .launch: .launch
    case .app: .app
    case .page: .page
    case .overlay: .overlay
    case .account: .account
    case .token: .token
    case .tokenError: .tokenError
    case .push: .push
    case .open: .open
    case .screenshot: .screenshot
    case .preview: .preview
    case .unread: .unread
    case .latest: .latest
    case .read: .read
    case .countdown: .countdown
    case .end: .end
    }
  }
}

// MARK: - Values

extension TranscriptKind {
  /// What happened, from the fields of a record.
  func input(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    switch self {
    case .launch:
      return try launch(from: fields)
    case .app:
      return .app(try fields.word(rawValue, among: AppPhase.allCases))
    case .page:
      let page = PageID(rawValue: try fields.text(rawValue))
      return .page(page, isVisible: try fields.bool("visible"))
    case .overlay:
      return .overlay(try fields.bool(rawValue))
    case .account:
      let isSignedOut = fields.node[rawValue]?.isNull == true
      return .account(isSignedOut ? nil : AccountID(rawValue: try fields.text(rawValue)))
    case .token:
      return .token(try token(from: fields))
    case .tokenError:
      return .tokenError(try fields.text(rawValue))
    case .push:
      return try push(from: fields)
    case .open:
      return try open(from: fields)
    case .screenshot:
      _ = try fields.fields(rawValue, allowing: [])
      return .screenshot
    case .preview:
      return .preview(try fields.word(rawValue, among: [.tap, .outside]))
    case .unread:
      return .unread(try unread(from: fields))
    case .latest:
      return .latest(try latest(from: fields))
    case .read:
      let isEverything = fields.node[rawValue]?.isNull == true
      return .read(
        isEverything ? nil : try mark(try fields.fields(rawValue, allowing: ["id", "order"]))
      )
    case .countdown:
      return .countdown(try countdown(from: fields))
    case .end:
      _ = try fields.fields(rawValue, allowing: [])
      return .end
    }
  }

  private func token(from fields: TranscriptFields) throws(TranscriptMistake) -> DeviceToken {
    let hex = try fields.text(rawValue)
    do {
      return try DeviceToken(hex: hex)
    } catch {
      throw TranscriptMistake("\"\(rawValue)\" must be hexadecimal: \(error)")
    }
  }

  private func push(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    let channels = ["remote": PushChannel.remote, "present": .present]
    let name = try fields.optionalText("via") ?? "remote"
    guard let channel = channels[name] else {
      throw fields.mistake("via", "\"remote\" or \"present\"")
    }
    return .push(
      try fields.payload(rawValue),
      via: channel,
      request: try fields.optionalText("request")
    )
  }

  private func open(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    .open(
      try fields.payload(rawValue),
      try response(from: fields),
      request: try fields.optionalText("request")
    )
  }

  private func launch(from fields: TranscriptFields) throws(TranscriptMistake) -> TranscriptInput {
    let launch = try fields.fields(rawValue, allowing: ["push", "action", "reply", "request"])
    guard launch.node["push"] != nil else {
      guard launch.node.count == 0 else { throw launch.mistake("push", "a payload object") }
      return .launch(nil)
    }
    return .launch(
      try launch.payload("push"),
      try response(from: launch),
      request: try launch.optionalText("request")
    )
  }

  private func response(from fields: TranscriptFields) throws(TranscriptMistake) -> PushResponse {
    PushResponse(
      action: PushResponse.Action(name: try fields.optionalText("action") ?? "default"),
      reply: try fields.optionalText("reply")
    )
  }

  private func unread(
    from fields: TranscriptFields
  ) throws(TranscriptMistake) -> TranscriptInput.UnreadAnswer {
    let latency = try fields.optionalSeconds("latency") ?? .zero
    if fields.node[rawValue]?.isObject == true {
      let error = try scriptedError(try fields.fields(rawValue, allowing: ["error", "retryAfter"]))
      return TranscriptInput.UnreadAnswer(result: .failure(error), latency: latency)
    }
    guard let count = fields.node[rawValue]?.intValue, count >= 0 else {
      throw fields.mistake(rawValue, "a whole number, zero or more, or an object with \"error\"")
    }
    return TranscriptInput.UnreadAnswer(result: .success(count), latency: latency)
  }

  private func latest(
    from fields: TranscriptFields
  ) throws(TranscriptMistake) -> Result<
    [TranscriptInput.NotificationMark], TranscriptInput.ScriptedError
  > {
    if fields.node[rawValue]?.isObject == true {
      return .failure(try scriptedError(try fields.fields(rawValue, allowing: ["error"])))
    }
    var marks: [TranscriptInput.NotificationMark] = []
    for item in try fields.list(rawValue, allowing: ["id", "order"]) {
      marks.append(try mark(item))
    }
    return .success(marks)
  }

  private func countdown(
    from fields: TranscriptFields
  ) throws(TranscriptMistake) -> TranscriptInput.CountdownChange {
    let fields = try fields.fields(
      rawValue,
      allowing: ["add", "remove", "show", "hide", "running", "background"]
    )
    var change = TranscriptInput.CountdownChange()
    if fields.node["background"] != nil {
      change.background = try fields.word("background", among: [.continues, .pauses])
    }
    change.isRunning = try fields.optionalBool("running")
    change.removed = try fields.optionalTexts("remove") ?? []
    change.hidden = try fields.optionalTexts("hide") ?? []
    change.shown = try fields.optionalTexts("show") ?? []
    if fields.node["add"] != nil {
      for item in try fields.list("add", allowing: ["id", "seconds"]) {
        change.added.append(
          TranscriptInput.CountdownChange.Model(
            id: try item.text("id"),
            duration: try item.signedSeconds("seconds")
          )
        )
      }
    }
    return change
  }

  private func scriptedError(
    _ fields: TranscriptFields
  ) throws(TranscriptMistake) -> TranscriptInput.ScriptedError {
    TranscriptInput.ScriptedError(
      message: try fields.text("error"),
      retryAfter: try fields.optionalSeconds("retryAfter")
    )
  }

  private func mark(
    _ fields: TranscriptFields
  ) throws(TranscriptMistake) -> TranscriptInput.NotificationMark {
    TranscriptInput.NotificationMark(id: try fields.text("id"), order: try fields.number("order"))
  }
}
