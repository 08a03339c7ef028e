import PushHub
import PushHubObservers

/// What the app's parts said of themselves during a day.
@MainActor
final class ChaosLog {
  /// Events that the manager says it let go of.
  private(set) var lostCount = 0

  private(set) var requestCount = 0

  /// Requests that failed.
  private(set) var failureCount = 0

  /// Ends of each countdown since it was last registered.
  var ends: [CountdownID: Int] = [:]

  /// Whether a preview is up, and how many came while one was.
  private(set) var hasPreview = false
  private(set) var surplusPreviews = 0

  /// Requests that began while the server wanted to be left alone.
  private(set) var impatientRequests: [UnreadSyncReason] = []

  /// Whether the server wants to be left alone now.
  var serverIsOnHold: () -> Bool = { false }

  func note(_ entry: PushLogEntry) {
    if [.expired, .overflowed].contains(entry.code), entry.pushID != nil {
      lostCount += 1
    }
  }

  func note(_ entry: UnreadSyncEvent) {
    switch entry {
    case .sync(let reason):
      requestCount += 1
      if [.push, .interval, .retry].contains(reason), serverIsOnHold() {
        impatientRequests.append(reason)
      }
    case .failed: failureCount += 1
    default: break
    }
  }

  func note(_ entry: CountdownEvent) {
    if case .expired(let id) = entry {
      ends[id, default: 0] += 1
    }
  }

  func note(_ entry: ScreenshotEvent) {
    switch entry {
    case .preview:
      surplusPreviews += hasPreview ? 1 : 0
      hasPreview = true
    case .hidden: hasPreview = false
    default: break
    }
  }
}
