import PushHub

/// Remembers what can be the cause of what timers bring about later.
struct ReportCauses {
  typealias Mark = Int

  private var sync: Mark?
  private var failure: Mark?
  private var received: Mark?
  private var countdownAdded: [String: Mark] = [:]
  private var countdownShown: [String: Mark] = [:]
  private var dots: Mark?
  private var screenshot: Mark?
  private var preview: Mark?
  private var touch: Mark?

  /// What a line came of that was said in a record's step: of what was said before it in the step, if
  /// that can have caused it, else of the record.
  func cause(of line: PlayedLine, in record: Mark) -> Mark {
    cause(of: line).map { max($0, record) } ?? record
  }

  /// What a timer's line came of, as far as anything before can have caused it.
  func cause(of line: PlayedLine) -> Mark? {
    switch (line.speaker, line.event) {
    case (.unread, "sync"):
      switch line.text("reason") {
      case "retry": failure
      case "push": received
      default: sync
      }
    case (.unread, _): sync
    case (.countdown, "tick"):
      countdownShown[line.text("id")] ?? countdownAdded[line.text("id")]
    case (.countdown, _): countdownAdded[line.text("id")]
    case (.badge, _): dots
    case (.screenshot, "hidden"): preview
    case (.screenshot, "edit"): touch ?? preview
    case (.screenshot, _): screenshot
    case (.hub, _): nil
    }
  }

  /// Takes notice of a record that became a mark.
  mutating func note(_ input: TranscriptInput, as mark: Mark) {
    switch input {
    case .latest, .read, .page: dots = mark
    case .screenshot: screenshot = mark
    case .preview: touch = mark
    case .countdown(let change):
      for id in change.removed {
        countdownAdded[id] = nil
      }
      for model in change.added where countdownAdded[model.id] == nil {
        countdownAdded[model.id] = mark
      }
      for id in change.hidden {
        countdownShown[id] = nil
      }
      for id in change.shown where countdownShown[id] == nil {
        countdownShown[id] = mark
      }
    case .launch, .app, .overlay, .account, .token, .tokenError, .push, .open, .unread, .end: break
    }
  }

  /// Takes notice of a line that became a mark.
  mutating func note(_ line: PlayedLine, as mark: Mark) {
    switch (line.speaker, line.event) {
    case (.hub, "received"): received = mark
    case (.unread, "sync"): sync = mark
    case (.unread, "failed"): failure = mark
    case (.screenshot, "preview"): preview = mark
    default: break
    }
  }
}
