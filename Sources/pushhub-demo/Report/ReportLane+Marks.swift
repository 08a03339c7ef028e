import PushHub

extension TranscriptInput {
  /// Where a record stands.
  var lane: ReportLane {
    switch self {
    case .app, .end: .phase
    case .page, .overlay: .pages
    case .account: .account
    case .launch, .push, .open, .token, .tokenError: .pushes
    case .unread: .unread
    case .countdown: .countdowns
    case .latest, .read: .dots
    case .screenshot, .preview: .previews
    }
  }
}

extension PlayedLine {
  /// Where a line stands.
  var lane: ReportLane {
    switch speaker {
    case .hub: .pushes
    case .unread: .unread
    case .countdown: .countdowns
    case .badge: .dots
    case .screenshot: .previews
    }
  }

  /// A word or two to stand in the timeline.
  var label: String {
    switch (speaker, event) {
    case (.unread, "sync"): text("reason")
    case (.unread, "count"): text("count")
    case (.countdown, "tick"): text("id")
    case (.badge, _): text("node")
    case (.screenshot, "preview"): "preview"
    default: ""
    }
  }
}
