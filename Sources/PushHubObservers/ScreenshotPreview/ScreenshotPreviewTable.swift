/// What a ``ScreenshotPreviewCore`` does on which event in which state.
///
/// The core decides by this table and by nothing else; the documentation is written from it. There
/// is no default anywhere, so that a new state or event needs a decision for every pair.
enum ScreenshotPreviewTable {
  enum Event: String, Hashable, CaseIterable {
    case attached
    case detached
    case screenshot
    case activated
    case resigned
    case appeared
    case disappeared
    case otherPage
    case overlayAdded
    case overlayRemoved
    case accountChanged
    case captured
    case captureFailed
    case presented
    case presentationFailed
    case dismissed
    case tap
    case outside
    case touchBegan
    case touchEnded
    case deadline
  }

  enum Move: Hashable {
    /// Takes note of what is true, for the next screenshot.
    case note

    /// Does nothing: nobody waits for that now.
    case ignore

    /// Refuses the screenshot, or begins to capture.
    case consider

    /// Refuses the screenshot, or lets it take the place of the one being captured.
    case recapture

    /// Refuses the screenshot, or lets it take the place of the one that is up.
    case replace

    /// Refuses the screenshot, or lets it wait until the preview is gone.
    case queue

    /// Refuses the screenshot.
    case refuse

    case present
    case show
    case hold
    case release

    /// Ends a screenshot that has no preview yet.
    case abandon(ScreenshotOutcome)

    /// Ends a screenshot and takes its preview away.
    case hide(ScreenshotOutcome)

    /// Ends a screenshot, opens the editor, and takes the preview away.
    case edit

    /// Refuses the screenshot that waits.
    case unqueue

    /// The preview is gone.
    case finish

    /// The preview is gone: considers the screenshot that has waited.
    case advance

    /// Ends what is going on without waiting for it.
    case leave
  }

  static func move(in state: ScreenshotPreviewState, on event: Event) -> Move {
    switch state {
    case .idle: idle(event)
    case .capturing: capturing(event)
    case .presenting: presenting(event)
    case .shown: shown(event)
    case .held: held(event)
    case .editing: editing(event)
    case .hiding: hiding(event)
    case .waiting: waiting(event)
    }
  }
}

// MARK: - A function a state

extension ScreenshotPreviewTable {
  private static func idle(_ event: Event) -> Move {
    switch event {
    case .screenshot: .consider
    case .attached, .activated, .resigned, .appeared, .disappeared, .otherPage, .overlayAdded,
      .overlayRemoved, .accountChanged:
      .note
    case .detached, .captured, .captureFailed, .presented, .presentationFailed, .dismissed, .tap,
      .outside, .touchBegan, .touchEnded, .deadline:
      .ignore
    }
  }

  private static func capturing(_ event: Event) -> Move {
    switch event {
    case .screenshot: .recapture
    case .captured: .present
    case .captureFailed, .deadline: .abandon(.captureFailed)
    case .resigned: .abandon(.resigned)
    case .disappeared: .abandon(.disappeared)
    case .detached: .leave
    case .attached, .activated, .appeared, .otherPage, .overlayAdded, .overlayRemoved,
      .accountChanged:
      .note
    case .presented, .presentationFailed, .dismissed, .tap, .outside, .touchBegan, .touchEnded:
      .ignore
    }
  }

  private static func presenting(_ event: Event) -> Move {
    switch event {
    case .screenshot: .replace
    case .presented: .show
    case .presentationFailed, .deadline: .hide(.presentationFailed)
    case .resigned: .hide(.resigned)
    case .disappeared: .hide(.disappeared)
    case .detached: .leave
    case .attached, .activated, .appeared, .otherPage, .overlayAdded, .overlayRemoved,
      .accountChanged:
      .note
    case .captured, .captureFailed, .dismissed, .tap, .outside, .touchBegan, .touchEnded:
      .ignore
    }
  }

  private static func shown(_ event: Event) -> Move {
    switch event {
    case .screenshot: .replace
    case .tap: .edit
    case .outside: .hide(.cancel)
    case .touchBegan: .hold
    case .deadline: .hide(.timeout)
    case .resigned: .hide(.resigned)
    case .disappeared: .hide(.disappeared)
    case .detached: .leave
    case .attached, .activated, .appeared, .otherPage, .overlayAdded, .overlayRemoved,
      .accountChanged:
      .note
    case .captured, .captureFailed, .presented, .presentationFailed, .dismissed, .touchEnded:
      .ignore
    }
  }

  private static func held(_ event: Event) -> Move {
    switch event {
    case .screenshot: .replace
    case .tap: .edit
    case .outside: .hide(.cancel)
    case .touchEnded: .release
    case .deadline: .hide(.timeout)
    case .resigned: .hide(.resigned)
    case .disappeared: .hide(.disappeared)
    case .detached: .leave
    case .attached, .activated, .appeared, .otherPage, .overlayAdded, .overlayRemoved,
      .accountChanged:
      .note
    case .captured, .captureFailed, .presented, .presentationFailed, .dismissed, .touchBegan:
      .ignore
    }
  }

  /// The editor is what the user wants now, so a screenshot does not wait.
  private static func editing(_ event: Event) -> Move {
    switch event {
    case .screenshot: .refuse
    case .dismissed, .deadline: .finish
    case .detached: .leave
    case .attached, .activated, .resigned, .appeared, .disappeared, .otherPage, .overlayAdded,
      .overlayRemoved, .accountChanged:
      .note
    case .captured, .captureFailed, .presented, .presentationFailed, .tap, .outside, .touchBegan,
      .touchEnded:
      .ignore
    }
  }

  private static func hiding(_ event: Event) -> Move {
    switch event {
    case .screenshot: .queue
    case .dismissed, .deadline: .finish
    case .detached: .leave
    case .attached, .activated, .resigned, .appeared, .disappeared, .otherPage, .overlayAdded,
      .overlayRemoved, .accountChanged:
      .note
    case .captured, .captureFailed, .presented, .presentationFailed, .tap, .outside, .touchBegan,
      .touchEnded:
      .ignore
    }
  }

  private static func waiting(_ event: Event) -> Move {
    switch event {
    case .screenshot: .refuse
    case .dismissed, .deadline: .advance
    case .resigned, .disappeared: .unqueue
    case .detached: .leave
    case .attached, .activated, .appeared, .otherPage, .overlayAdded, .overlayRemoved,
      .accountChanged:
      .note
    case .captured, .captureFailed, .presented, .presentationFailed, .tap, .outside, .touchBegan,
      .touchEnded:
      .ignore
    }
  }
}
