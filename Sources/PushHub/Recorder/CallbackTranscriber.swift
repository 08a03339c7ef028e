/// Says in the words of a transcript what the system told.
struct CallbackTranscriber {
  /// Within how long the system tells a second time of the push that it launched the app for.
  private static let patience = Duration.seconds(10)

  private var launch: (payload: PushPayload, time: ContinuousClock.Instant)?
}

extension CallbackTranscriber {
  /// The records of a callback.
  ///
  /// A launch by a push that nobody answered is a launch and a push. The system then hands the same
  /// push to the application delegate, too; since the file can't say that one push was seen in two
  /// ways, both callbacks are one record.
  mutating func inputs(
    for callback: PushCallback,
    now: ContinuousClock.Instant
  ) -> [TranscriptInput] {
    switch callback {
    case .launched(let payload, let response, let request):
      return [.launch(payload, response, request: request)]
    case .shown(let payload, .launch, let request):
      launch = (payload, now)
      return [.launch(nil), .push(payload, via: .remote, request: request)]
    case .shown(let payload, .present, let request):
      return [.push(payload, via: .present, request: request)]
    case .shown(let payload, .remote, let request):
      let isTold = launch.map { $0.payload == payload && now - $0.time <= Self.patience } ?? false
      if isTold { launch = nil }
      return isTold ? [] : [.push(payload, via: .remote, request: request)]
    case .shown(let payload, .open, let request):
      // It was received and no answer was told: nobody has opened it.
      return [.push(payload, via: .remote, request: request)]
    case .answered(let payload, let response, let request):
      return [.open(payload, response, request: request)]
    case .registered(let token):
      return [.token(token)]
    case .failedToRegister(let failure):
      return [.tokenError(failure.message)]
    }
  }
}

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
}

extension LifecycleState {
  /// What must happen to an app that was just started to bring it into this state.
  ///
  /// The account comes last, as for an observer that begins with pages and phase known.
  var inputs: [TranscriptInput] {
    visiblePages.map { .page($0, isVisible: true) }
      + Array(repeating: .overlay(true), count: max(0, overlayCount))
      + (phase == .background ? [] : [.app(phase)])
      + (account == nil ? [] : [.account(account)])
  }

  /// An app of one scene, which is all that a transcript knows, such that its user looks at the same
  /// pages.
  ///
  /// While the user looks at some of the visible pages and not at others, in another window, those
  /// are left out; and where a page is visible, but not in the window that is active, it is covered.
  var ofOneScene: LifecycleState {
    var pages = visiblePages
    var overlayCount = overlayCount
    let pagesLookedAt = pagesLookedAt
    if scenes.count > 1, phase == .active, pagesLookedAt.isEmpty {
      overlayCount = max(pages.isEmpty ? 0 : 1, overlayCount)
    } else if scenes.count > 1, phase == .active {
      pages = pagesLookedAt
      overlayCount = 0
    }
    return LifecycleState(
      phase: phase,
      visiblePages: pages,
      overlayCount: overlayCount,
      account: account
    )
  }

  /// Follows an event of an app of one scene.
  mutating func apply(_ event: LifecycleEvent) {
    switch event {
    case .phaseChanged(let newPhase): phase = newPhase
    case .pageAppeared(let page): visiblePages.append(page)
    case .pageDisappeared(let page): visiblePages.removeAll { $0 == page }
    case .overlayAdded: overlayCount += 1
    case .overlayRemoved: overlayCount -= 1
    case .accountChanged(let newAccount): account = newAccount
    case .screenshotTaken: break
    }
  }
}
