import PushHub

extension TranscriptInput {
  /// What changed in the app's life, as a transcript says it.
  init(_ event: LifecycleEvent) {
    switch event {
    case .phaseChanged(let phase): self = .app(phase)
    case .pageAppeared(let page): self = .page(page, isVisible: true)
    case .pageDisappeared(let page): self = .page(page, isVisible: false)
    case .overlayAdded: self = .overlay(true)
    case .overlayRemoved: self = .overlay(false)
    case .accountChanged(let account): self = .account(account)
    case .screenshotTaken: self = .screenshot
    }
  }

  /// The records of a callback, but for a push that is told a second time.
  ///
  /// A launch by a push that nobody answered is a launch and a push.
  static func inputs(for callback: PushCallback, isRedacted: Bool) -> [TranscriptInput] {
    switch callback {
    case .launched(let payload, let response, let request):
      [.launch(payload, response, request: request)]
    case .shown(let payload, let channel, let request):
      // Also with an answer's callback: without the answer, nobody has opened it.
      (channel == .launch ? [.launch(nil)] : [])
        + [.push(payload, via: channel == .present ? .present : .remote, request: request)]
    case .responded(let payload, let response, let request):
      [.open(payload, response, request: request)]
    case .registered(let token): [.token(token)]
    case .failedToRegister(let failure):
      // The system's words may quote an address or a path; domain and code are its own.
      [.tokenError(isRedacted ? "\(failure.domain) \(failure.code)" : failure.message)]
    case .refresh(let isExpired): [.feature(isExpired ? RefreshMoment.expired : .began)]
    }
  }
}

extension LifecycleState {
  /// An app of one scene, which is all that a transcript knows, such that its user looks at the same
  /// pages.
  ///
  /// While the user looks at some of the visible pages and not at others, in another window, those
  /// are left out; and where a page is visible, but not in the window that is active, it is covered.
  var ofOneScene: LifecycleState {
    var pages = visiblePages
    var overlayCount = overlayCount
    if scenes.count > 1, phase == .active {
      let focusedPages = focusedPages
      overlayCount = focusedPages.isEmpty ? max(pages.isEmpty ? 0 : 1, overlayCount) : 0
      pages = focusedPages.isEmpty ? pages : focusedPages
    }
    return LifecycleState(
      phase: phase,
      visiblePages: pages,
      overlayCount: overlayCount,
      account: account
    )
  }
}
