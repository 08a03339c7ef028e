extension TranscriptInput {
  /// What the system told, as a transcript says it.
  init(_ callback: PushCallback) {
    switch callback {
    case .launched(let payload):
      self = .launch(payload)
    case .shown(let payload, let channel, let request):
      self = .push(payload, via: channel, request: request)
    case .answered(let payload, let response, let request):
      self = .open(payload, response, request: request)
    case .registered(let token):
      self = .token(token)
    case .failedToRegister(let failure):
      self = .tokenError(failure.message)
    }
  }

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
}

extension LifecycleState {
  /// What must happen to an app that was just started to bring it into this state.
  ///
  /// The account comes last, as for an observer that begins with pages and phase known.
  var inputs: [TranscriptInput] {
    visiblePages.map { .page($0, isVisible: true) }
      + Array(repeating: .overlay(true), count: overlayCount)
      + (phase == .background ? [] : [.app(phase)])
      + (account == nil ? [] : [.account(account)])
  }
}
