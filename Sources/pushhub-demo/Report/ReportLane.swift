import PushHub

/// What is drawn in one strip of the timeline.
enum ReportLane: String, CaseIterable {
  case phase
  case pages
  case account
  case pushes
  case unread
  case countdowns
  case dots
  case previews

  /// What the lane is called.
  var title: String {
    switch self {
    case .phase: "App phase"
    case .pages: "Pages"
    case .account: "Account"
    case .pushes: "Pushes and taps"
    case .unread: "Unread count"
    case .countdowns: "Countdowns"
    case .dots: "Dots"
    case .previews: "Screenshot previews"
    }
  }
}

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
