import PushHub

extension ScreenshotPreviewCore.Event {
  /// The row of the table.
  func kind(on page: PageID) -> ScreenshotPreviewTable.Event {
    switch self {
    case .attached: .attached
    case .detached: .detached
    case .lifecycle(let event, _): Self.kind(of: event, on: page)
    case .captured: .captured
    case .captureFailed: .captureFailed
    case .presented: .presented
    case .presentationFailed: .presentationFailed
    case .dismissed: .dismissed
    case .touched(_, .tap): .tap
    case .touched(_, .outside): .outside
    case .touched(_, .began): .touchBegan
    case .touched(_, .ended): .touchEnded
    case .deadline: .deadline
    }
  }

  private static func kind(
    of event: LifecycleEvent,
    on page: PageID
  ) -> ScreenshotPreviewTable.Event {
    switch event {
    case .screenshotTaken: .screenshot
    case .phaseChanged(.active): .activated
    case .phaseChanged(.inactive), .phaseChanged(.background): .resigned
    case .pageAppeared(page): .appeared
    case .pageDisappeared(page): .disappeared
    case .pageAppeared, .pageDisappeared: .otherPage
    case .overlayAdded: .overlayAdded
    case .overlayRemoved: .overlayRemoved
    case .accountChanged: .accountChanged
    }
  }

  /// The screenshot that the event is about, if it is about one: others' answers and touches come
  /// too late.
  var screenshot: ScreenshotID? {
    switch self {
    case .captured(let id), .captureFailed(let id, _), .presented(let id),
      .presentationFailed(let id, _), .dismissed(let id), .touched(let id, _):
      id
    case .attached, .detached, .lifecycle, .deadline: nil
    }
  }

  /// What is true since the event.
  var lifecycle: LifecycleState? {
    switch self {
    case .attached(let state), .lifecycle(_, let state): state
    case .detached, .captured, .captureFailed, .presented, .presentationFailed, .dismissed,
      .touched, .deadline:
      nil
    }
  }

  /// What went wrong, if anything did.
  var failure: String {
    switch self {
    case .captureFailed(_, let message), .presentationFailed(_, let message): message
    case .attached, .detached, .lifecycle, .captured, .presented, .dismissed, .touched, .deadline:
      "no answer in time"
    }
  }
}
