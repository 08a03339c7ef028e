extension ScreenshotPreviewCore {
  /// Does what the table says.
  mutating func make(
    _ move: ScreenshotPreviewTable.Move,
    at now: ContinuousClock.Instant,
    because failure: String
  ) -> [Effect] {
    switch move {
    case .note, .ignore: []
    case .consider: consider(at: now)
    case .recapture: supersede { $0.end(.replaced) + $0.capture(at: now) }
    case .replace: supersede { $0.takeAway(.replaced, to: .waiting, at: now) }
    case .queue: obstacle.map { [.refuse($0)] } ?? go(to: .waiting)
    case .refuse: [.refuse(obstacle ?? .busy)]
    case .present: present(at: now)
    case .show: show(at: now)
    case .hold: hold(at: now)
    case .release: release(at: now)
    case .abandon(let outcome): tell(failure, of: outcome) + end(outcome) + rest()
    case .hide(let outcome):
      tell(failure, of: outcome) + takeAway(outcome, to: .hiding, at: now)
    case .edit: edit(at: now)
    case .unqueue: [.refuse(obstacle ?? .busy)] + go(to: .hiding)
    case .finish: rest()
    case .advance: rest() + consider(at: now)
    case .leave: leave(at: now)
    }
  }
}

// MARK: - Screenshots

extension ScreenshotPreviewCore {
  private mutating func consider(at now: ContinuousClock.Instant) -> [Effect] {
    obstacle.map { [.refuse($0)] } ?? capture(at: now)
  }

  /// Lets a screenshot take the place of another one, if it may.
  private mutating func supersede(_ replace: (inout Self) -> [Effect]) -> [Effect] {
    if let obstacle { return [.refuse(obstacle)] }
    switch configuration.secondScreenshot {
    case .drop: return [.refuse(.busy)]
    case .replace: return replace(&self)
    }
  }

  private mutating func capture(at now: ContinuousClock.Instant) -> [Effect] {
    screenshotCount += 1
    let id = ScreenshotID(rawValue: screenshotCount)
    current = id
    nextDeadline = now + configuration.stepTimeout
    return go(to: .capturing) + [.capture(id)]
  }
}

// MARK: - The preview

extension ScreenshotPreviewCore {
  private mutating func present(at now: ContinuousClock.Instant) -> [Effect] {
    nextDeadline = now + configuration.stepTimeout
    return go(to: .presenting) + (current.map { [.present($0)] } ?? [])
  }

  private mutating func show(at now: ContinuousClock.Instant) -> [Effect] {
    nextDeadline = now + configuration.timeout
    return go(to: .shown) + (current.map { [.tellShown($0)] } ?? [])
  }

  private mutating func hold(at now: ContinuousClock.Instant) -> [Effect] {
    guard configuration.pausesWhileTouched, let nextDeadline else { return [] }
    remaining = nextDeadline - now
    self.nextDeadline = now + configuration.timeout
    return go(to: .held)
  }

  private mutating func release(at now: ContinuousClock.Instant) -> [Effect] {
    nextDeadline = now + remaining
    remaining = .zero
    return go(to: .shown)
  }

  private mutating func edit(at now: ContinuousClock.Instant) -> [Effect] {
    (current.map { [.edit($0)] } ?? []) + takeAway(.edit, to: .editing, at: now)
  }
}

// MARK: - The end

extension ScreenshotPreviewCore {
  private func tell(_ failure: String, of outcome: ScreenshotOutcome) -> [Effect] {
    switch outcome {
    case .captureFailed, .presentationFailed: current.map { [.tellFailure($0, failure)] } ?? []
    case .edit, .cancel, .timeout, .resigned, .disappeared, .replaced: []
    }
  }

  private func end(_ outcome: ScreenshotOutcome) -> [Effect] {
    current.map { [.end($0, outcome)] } ?? []
  }

  /// Ends a screenshot, and waits in a state until its preview is gone.
  private mutating func takeAway(
    _ outcome: ScreenshotOutcome,
    to next: ScreenshotPreviewState,
    at now: ContinuousClock.Instant
  ) -> [Effect] {
    nextDeadline = now + configuration.stepTimeout
    remaining = .zero
    return go(to: next) + end(outcome) + (current.map { [.dismiss($0, outcome)] } ?? [])
  }

  private mutating func leave(at now: ContinuousClock.Instant) -> [Effect] {
    switch state {
    case .idle, .editing, .hiding: rest()
    case .waiting: [.refuse(.page)] + rest()
    case .capturing: end(.disappeared) + rest()
    case .presenting, .shown, .held: takeAway(.disappeared, to: .hiding, at: now) + rest()
    }
  }

  /// Has nothing to do and nothing to wait for.
  private mutating func rest() -> [Effect] {
    current = nil
    nextDeadline = nil
    return go(to: .idle)
  }

  private mutating func go(to next: ScreenshotPreviewState) -> [Effect] {
    state = next
    return []
  }
}
