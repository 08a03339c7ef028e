import PushHub

extension ScreenshotPreviewCore {
  enum Move: Hashable {
    /// Takes note of what is true, for the next screenshot.
    case note

    /// Does nothing: nobody waits for that now.
    case ignore

    /// Refuses the screenshot, captures it, lets it take the place of another, or lets it wait.
    case consider

    case present
    case show
    case hold
    case release

    /// Ends a screenshot, and takes its preview away if it has one.
    case end(ScreenshotOutcome)

    /// Refuses the screenshot that waits.
    case unqueue

    /// The preview is gone: considers the screenshot that has waited.
    case finish

    /// Ends what is going on without waiting for it.
    case leave
  }

  /// What is done on which event in which state.
  ///
  /// The core decides by this table and by nothing else; the documentation is written from it. There
  /// is no default, so that a new state or event needs a decision for every pair.
  func move(on event: Event) -> Move {
    switch event {
    case .attached, .lifecycle(.phaseChanged(.active), _), .lifecycle(.pageAppeared, _),
      .lifecycle(.overlayAdded, _), .lifecycle(.overlayRemoved, _), .lifecycle(.accountChanged, _):
      .note
    case .lifecycle(.screenshotTaken, _): .consider
    case .lifecycle(.phaseChanged, _): end(.resigned)
    case .lifecycle(.pageDisappeared(configuration.page), _): end(.disappeared)
    case .lifecycle(.pageDisappeared, _): .note
    case .detached: state == .idle ? .ignore : .leave
    case .captured: state == .capturing ? .present : .ignore
    case .captureFailed: state == .capturing ? .end(.captureFailed) : .ignore
    case .presented: state == .presenting ? .show : .ignore
    case .presentationFailed: state == .presenting ? .end(.presentationFailed) : .ignore
    case .touched(_, .tap): isUp ? .end(.edit) : .ignore
    case .touched(_, .outside): isUp ? .end(.cancel) : .ignore
    case .touched(_, .began): state == .shown ? .hold : .ignore
    case .touched(_, .ended): state == .held ? .release : .ignore
    case .dismissed:
      switch state {
      case .editing, .hiding, .waiting: .finish
      case .idle, .capturing, .presenting, .shown, .held: .ignore
      }
    case .deadline:
      switch state {
      case .idle: .ignore
      case .capturing: .end(.captureFailed)
      case .presenting: .end(.presentationFailed)
      case .shown, .held: .end(.timeout)
      case .editing, .hiding, .waiting: .finish
      }
    }
  }

  private var isUp: Bool { state == .shown || state == .held }

  /// The app or the page is left: what has its outcome goes anyway.
  private func end(_ outcome: ScreenshotOutcome) -> Move {
    switch state {
    case .idle, .editing, .hiding: .note
    case .capturing, .presenting, .shown, .held: .end(outcome)
    case .waiting: .unqueue
    }
  }
}
