import PushHub
import PushHubAlerts
import PushHubNetworking
import PushHubObservers
import PushHubRecorder
import PushHubReplay

/// The badge dot, with a listener whose reports are in the transcript.
final class BadgeScript: KernelScript<BadgeDot> {
  private let unread: UnreadScript

  /// - Parameter unread: The script of the unread count, which is played before this one.
  init(after unread: UnreadScript) {
    self.unread = unread
    super.init(title: "Dots") { replay in
      let page = replay.transcript.page(.list)
      // A list that a transcript written by hand doesn't have has not failed.
      var configuration = replay.transcript.configuration(
        over: BadgeDot.Configuration(listPage: page, listTimeout: .seconds(86_400))
      )
      configuration.listPage = page
      return BadgeDot(
        source: StubWorld(),
        store: MemoryStore<[String: ReadMark]>(),
        configuration: configuration
      )
    } mark: { event in
      switch event {
      case .dot(let page, true): TimelineMark("●", label: page.rawValue, until: ["dot"])
      case .dot(let page, false): TimelineMark("○", label: page.rawValue)
      // The record of the failure is the problem.
      case .failed: TimelineMark("✕")
      case .storeFailed: .problem()
      }
    }
  }

  override var vocabulary: [any FeatureRecord.Type] {
    [LatestNotifications.self, ReadNotifications.self]
  }

  /// A list is for the listener of this instant.
  override func apply(_ record: any FeatureRecord) {
    let content: Record.Content
    switch record {
    case let report as LatestNotifications:
      switch report.result {
      case .success(let cursors): content = .progress(cursors)
      case .failure(let error): content = .failure(error)
      }
    case let record as ReadNotifications: content = .action(.read(upTo: record.mark))
    default: return
    }
    feature?.runtime.replay(Record(content))
  }

  override func facts(in replay: Replay) -> [(name: String, value: JSONValue)] {
    guard let feature else { return [] }
    let read = feature.readMark.map { mark in
      if case .upTo(let cursor) = mark { "up to \(cursor.id)" } else { "nothing" }
    }
    let next = feature.nextAttempt.map { "failed, next attempt at \(replay.clock($0))" } ?? "failed"
    let listener = replay.lifecycle.state.account.map { account in
      !feature.isListening
        ? next : feature.failure != nil ? "waiting for a list" : "listening for \(account.rawValue)"
    }
    let total = badges(in: replay).badge(at: .root)
    return stringFacts([
      "dot": feature.isShown ? "shown" : "hidden", "newest": feature.newest?.id, "read": read,
      "listener": listener,
    ]) + [("badge of all pages", total.mark == .dot ? "dot" : JSONValue(total.number))]
  }
}

extension BadgeScript {
  /// The badges on the tabs of the app's pages, and their sum at the root.
  func badges(in replay: Replay) -> BadgeTree {
    let tree = BadgeTree(scheduler: replay.scheduler)
    let tabs: [(page: PageID?, source: (any BadgeSource)?)] = [
      (replay.transcript[.tracked].first, unread.feature),
      (replay.transcript.page(.list), feature),
    ]
    for case (let page?, let source?) in tabs {
      let path = BadgePath(page.rawValue)
      tree.setPolicy(BadgePolicy(cap: 99), at: path)
      tree.set(source.badge, at: path, because: source.badgeReason)
    }
    return tree
  }
}
