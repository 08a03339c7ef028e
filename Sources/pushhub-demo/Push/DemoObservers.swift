import PushHub

/// Remembers which pushes were news, as a feature that shows them would.
@MainActor
final class Inbox: PushObserver {
  private(set) var ids: [String] = []

  func receive(_ event: PushEvent) {
    if case .received(let push) = event {
      ids.append(push.id)
    }
  }
}

/// Has a say over banners: nothing for a push without content, no noise for a passive one.
@MainActor
final class QuietBanners: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote {
    let aps = push.aps
    if aps.alert == nil, aps.sound == nil, aps.badge == nil {
      return .suppress(reason: "it has no alert, sound or badge")
    }
    return switch aps.interruptionLevel {
    case .passive: .show([.list, .badge])
    case .timeSensitive, .critical: .show(.all)
    default: .noOpinion
    }
  }
}

/// Works in the background for pushes that ask for it, as a feature that fetches would.
@MainActor
final class Prefetcher: BackgroundPushObserver {
  func performBackgroundWork(for push: Push) async throws -> FetchResult {
    push.aps.contentAvailable && !push.customData.isEmpty ? .newData : .noData
  }
}
