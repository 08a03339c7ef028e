@testable import PushHubObservers

/// What the table promises of a pair: the words of the documentation, and what a test checks.
struct ScreenshotPreviewRow {
  let state: ScreenshotPreviewState
  let event: ScreenshotPreviewTable.Event

  var move: ScreenshotPreviewTable.Move { ScreenshotPreviewTable.move(in: state, on: event) }

  static var all: [Self] {
    ScreenshotPreviewState.allCases.flatMap { state in
      ScreenshotPreviewTable.Event.allCases.map { Self(state: state, event: $0) }
    }
  }
}

// MARK: - The promise

extension ScreenshotPreviewRow {
  /// The states that may follow, in all circumstances and under all policies.
  var nextStates: [ScreenshotPreviewState] {
    switch move {
    case .note, .ignore, .refuse: [state]
    case .consider, .advance: [.idle, .capturing]
    case .recapture: [.capturing]
    case .replace: [state, .waiting]
    case .queue: [.hiding, .waiting]
    case .present: [.presenting]
    case .show: [.shown]
    case .hold: [.shown, .held]
    case .release: [.shown]
    case .abandon, .finish, .leave: [.idle]
    case .hide, .unqueue: [.hiding]
    case .edit: [.editing]
    }
  }

  /// The sequences of effects that may follow.
  var effects: Set<[String]> {
    switch move {
    case .note, .ignore, .finish, .hold, .release: [[]]
    case .refuse, .unqueue: [["refuse"]]
    case .consider, .advance: [["refuse"], ["capture"]]
    case .recapture: [["refuse"], ["end replaced", "capture"]]
    case .replace: [["refuse"], ["end replaced", "dismiss replaced"]]
    case .queue: [["refuse"], []]
    case .present: [["present"]]
    case .show: [["tell shown"]]
    case .abandon(.captureFailed): [["tell failure", "end captureFailed"]]
    case .abandon(let outcome): [["end \(outcome)"]]
    case .hide(.presentationFailed):
      [["tell failure", "end presentationFailed", "dismiss presentationFailed"]]
    case .hide(let outcome): [["end \(outcome)", "dismiss \(outcome)"]]
    case .edit: [["edit", "end edit", "dismiss edit"]]
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
    case .consider: "Refused with the reason; with none, captured."
    case .recapture: "Refused; under `replace` the outcome is `replaced`, and this one is captured."
    case .replace:
      "Refused; under `replace` the outcome is `replaced`, the preview goes, and this one waits."
    case .queue: "Refused with the reason; with none, it waits until the preview is gone."
    case .refuse: "Refused."
    case .present: "The presenter gets the image."
    case .show: "The preview is shown, and its time runs."
    case .hold:
      "With `pausesWhileTouched` the time stands still, for as long as a preview stays at most."
    case .release: "The rest of the time runs."
    case .abandon(let outcome): "The outcome is `\(outcome)`."
    case .hide(let outcome): "The outcome is `\(outcome)`; the preview goes."
    case .edit: "The editor opens; the outcome is `edit`; the preview goes."
    case .unqueue: "The screenshot that waits is refused."
    case .finish: "The preview is gone."
    case .advance:
      "The preview is gone; the screenshot that waits is refused with the reason, or captured."
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

extension ScreenshotPreviewTable.Event {
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
