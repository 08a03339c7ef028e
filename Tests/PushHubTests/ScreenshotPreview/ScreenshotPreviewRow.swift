import PushHub

@testable import PushHubObservers

/// What the table promises of a pair: the words of the documentation, and what a test checks.
struct ScreenshotPreviewRow {
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

  let state: ScreenshotPreviewState
  let event: Event

  var move: ScreenshotPreviewCore.Move {
    var driver = ScreenshotPreviewDriver(.reader(.drop, pausesWhileTouched: true))
    driver.go(to: state)
    return driver.core.move(on: event.coreEvent(about: driver.latest))
  }

  static var all: [Self] {
    ScreenshotPreviewState.allCases.flatMap { state in
      Event.allCases.map { Self(state: state, event: $0) }
    }
  }
}

extension ScreenshotPreviewRow.Event {
  fileprivate func coreEvent(about id: ScreenshotID) -> ScreenshotPreviewCore.Event {
    switch self {
    case .attached: .attached(LifecycleState())
    case .detached: .detached
    case .screenshot: .lifecycle(.screenshotTaken, LifecycleState())
    case .activated: .lifecycle(.phaseChanged(.active), LifecycleState())
    case .resigned: .lifecycle(.phaseChanged(.inactive), LifecycleState())
    case .appeared: .lifecycle(.pageAppeared("reader"), LifecycleState())
    case .disappeared: .lifecycle(.pageDisappeared("reader"), LifecycleState())
    case .otherPage: .lifecycle(.pageDisappeared("home"), LifecycleState())
    case .overlayAdded: .lifecycle(.overlayAdded, LifecycleState())
    case .overlayRemoved: .lifecycle(.overlayRemoved, LifecycleState())
    case .accountChanged: .lifecycle(.accountChanged("bob"), LifecycleState())
    case .captured: .captured(id)
    case .captureFailed: .captureFailed(id, "no window")
    case .presented: .presented(id)
    case .presentationFailed: .presentationFailed(id, "no window")
    case .dismissed: .dismissed(id)
    case .tap: .touched(id, .tap)
    case .outside: .touched(id, .outside)
    case .touchBegan: .touched(id, .began)
    case .touchEnded: .touched(id, .ended)
    case .deadline: .deadline
    }
  }
}

// MARK: - The promise

extension ScreenshotPreviewRow {
  /// The states that may follow, in all circumstances and under all policies.
  var nextStates: [ScreenshotPreviewState] {
    switch move {
    case .note, .ignore: [state]
    case .consider:
      switch state {
      case .idle: [.idle, .capturing]
      case .capturing: [.capturing]
      case .presenting, .shown, .held: [state, .waiting]
      case .hiding: [.hiding, .waiting]
      case .editing, .waiting: [state]
      }
    case .finish: state == .waiting ? [.idle, .capturing] : [.idle]
    case .present: [.presenting]
    case .show: [.shown]
    case .hold: [.shown, .held]
    case .release: [.shown]
    case .end(.edit): [.editing]
    case .end: state == .capturing ? [.idle] : [.hiding]
    case .leave: [.idle]
    case .unqueue: [.hiding]
    }
  }

  /// The sequences of effects that may follow.
  var effects: Set<[String]> {
    switch move {
    case .note, .ignore, .hold, .release: [[]]
    case .unqueue: [["refuse"]]
    case .consider:
      switch state {
      case .idle: [["refuse"], ["capture"]]
      case .capturing: [["refuse"], ["end replaced", "capture"]]
      case .presenting, .shown, .held: [["refuse"], ["end replaced", "dismiss replaced"]]
      case .hiding: [["refuse"], []]
      case .editing, .waiting: [["refuse"]]
      }
    case .finish: state == .waiting ? [["refuse"], ["capture"]] : [[]]
    case .present: [["present"]]
    case .show: [["tell shown"]]
    case .end(.captureFailed): [["tell failure", "end captureFailed"]]
    case .end(.presentationFailed):
      [["tell failure", "end presentationFailed", "dismiss presentationFailed"]]
    case .end(.edit): [["edit", "end edit", "dismiss edit"]]
    case .end(let outcome):
      state == .capturing
        ? [["end \(outcome)"]] : [["end \(outcome)", "dismiss \(outcome)"]]
    case .leave:
      switch state {
      case .idle, .editing, .hiding: [[]]
      case .waiting: [["refuse"]]
      case .capturing: [["end disappeared"]]
      case .presenting, .shown, .held: [["end disappeared", "dismiss disappeared"]]
      }
    }
  }
}

extension ScreenshotPreviewCore.Effect {
  /// The effect without its screenshot.
  var name: String {
    switch self {
    case .enter: "enter"
    case .refuse: "refuse"
    case .capture: "capture"
    case .present: "present"
    case .tellShown: "tell shown"
    case .tellFailure: "tell failure"
    case .edit: "edit"
    case .end(_, let outcome): "end \(outcome)"
    case .dismiss(_, let outcome): "dismiss \(outcome)"
    }
  }
}

// MARK: - Words

extension ScreenshotPreviewRow {
  /// The whole table, a part for each state.
  static var markdown: String {
    ScreenshotPreviewState.allCases.map { state in
      let rows = all.filter { $0.state == state }.map(\.markdown)
      return """
        ### \(state.rawValue)

        | event | next | what happens |
        |---|---|---|
        \(rows.joined(separator: "\n"))
        """
    }
    .joined(separator: "\n\n")
  }

  private var markdown: String {
    let next = nextStates.map(\.rawValue).joined(separator: " or ")
    return "| \(event.words) | \(next) | \(words) |"
  }

  private var words: String {
    switch move {
    case .note: "Remembered for the next screenshot."
    case .ignore: "Nothing: nobody waits for it."
    case .consider:
      switch state {
      case .idle: "Refused with the reason; with none, captured."
      case .capturing:
        "Refused; under `replace` the outcome is `replaced`, and this one is captured."
      case .presenting, .shown, .held:
        "Refused; under `replace` the outcome is `replaced`, the preview goes, and this one waits."
      case .hiding: "Refused with the reason; with none, it waits until the preview is gone."
      case .editing, .waiting: "Refused."
      }
    case .present: "The presenter gets the image."
    case .show: "The preview is shown, and its time runs."
    case .hold:
      "With `pausesWhileTouched` the time stands still, for as long as a preview stays at most."
    case .release: "The rest of the time runs."
    case .end(.edit): "The editor opens; the outcome is `edit`; the preview goes."
    case .end(let outcome):
      "The outcome is `\(outcome)`\(state == .capturing ? "." : "; the preview goes.")"
    case .unqueue: "The screenshot that waits is refused."
    case .finish:
      state == .waiting
        ? "The preview is gone; the screenshot that waits is refused with the reason, or captured."
        : "The preview is gone."
    case .leave:
      switch state {
      case .idle, .editing, .hiding: "That the preview is gone is not waited for."
      case .waiting: "The screenshot that waits is refused."
      case .capturing: "The outcome is `disappeared`."
      case .presenting, .shown, .held: "The outcome is `disappeared`; the preview goes."
      }
    }
  }
}

extension ScreenshotPreviewRow.Event {
  fileprivate var words: String {
    switch self {
    case .attached: "the feature is attached"
    case .detached: "the feature is detached"
    case .screenshot: "a screenshot is taken"
    case .activated: "the app becomes active"
    case .resigned: "the app becomes inactive, or goes to the background"
    case .appeared: "the page appears"
    case .disappeared: "the page disappears"
    case .otherPage: "another page appears or disappears"
    case .overlayAdded: "something covers the page"
    case .overlayRemoved: "something covers the page no longer"
    case .accountChanged: "the account changes"
    case .captured: "the image comes"
    case .captureFailed: "the capture fails"
    case .presented: "the presenter shows the preview"
    case .presentationFailed: "the presenter fails"
    case .dismissed: "the presenter has dismissed the preview"
    case .tap: "a tap on the preview"
    case .outside: "a touch beside it"
    case .touchBegan: "a finger comes down on it"
    case .touchEnded: "the finger leaves"
    case .deadline: "the time is up"
    }
  }
}
