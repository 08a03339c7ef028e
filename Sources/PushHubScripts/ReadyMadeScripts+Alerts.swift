import Foundation
import PushHub
import PushHubAlerts
import PushHubRecorder
import PushHubReplay

extension ReadyMadeScripts {
  /// The quiet rules, with the settings and the time zone in the transcript.
  ///
  /// The time zone is UTC until a record has another one.
  static var quiet: KernelScript<QuietRules> {
    KernelScript(title: "Quiet rules", onlyIfRecorded: true) { _ in
      QuietRules()
    } mark: { event in
      switch event {
      case .limited: TimelineMark("⊘")
      case .began: TimelineMark("☾", label: "quiet", from: ["quiet"], until: ["ended"])
      case .ended: TimelineMark("☼", from: ["quiet", "began"])
      case .unlimited: TimelineMark()
      }
    }
  }

  /// The permission policy, with the system's and the user's answers in the transcript.
  ///
  /// The store is in memory and starts empty, so the user was never asked before.
  ///
  /// - Parameter configuration: The configuration if a recording has none.
  static func permission(
    _ configuration: PermissionPolicy.Configuration
  ) -> KernelScript<PermissionPolicy> {
    KernelScript(title: "Permission", onlyIfRecorded: true) { replay in
      PermissionPolicy(
        authority: StubWorld(),
        store: MemoryStore<PermissionLedger>(),
        configuration: replay.transcript.configuration(over: configuration)
      )
    } mark: { event in
      let until = ["answered", "systemAnswered"]
      return switch event {
      case .asked, .systemAsked: TimelineMark("?", names: ["asked"], until: until)
      case .answered(let answer): TimelineMark(answer == .accepted ? "✓" : "–")
      case .passedOver: TimelineMark("–", isRefusal: true)
      case .systemAnswered(let level?), .changed(_, let level):
        TimelineMark("●", label: level.rawValue)
      case .systemAnswered(nil), .store: .problem()
      }
    }
  }

  /// The delivered notifications, with the system's lists in the transcript.
  static func delivered(
    _ configuration: DeliveredNotifications.Configuration
  ) -> KernelScript<DeliveredNotifications> {
    KernelScript(named: "delivered", title: "Notification Center", onlyIfRecorded: true) { _ in
      DeliveredNotifications(center: StubWorld(), configuration: configuration)
    } mark: { event in
      switch event {
      case .removed(let ids):
        TimelineMark("⌫", label: "\(ids.count)", from: ["notificationCenter"])
      case .noAnswer: .problem()
      }
    }
  }

  /// The local notifications, with the app's calls and the system's answers in the transcript.
  ///
  /// The store is in memory and starts empty. Notifications are scheduled in UTC.
  static var localNotifications: KernelScript<LocalNotifications> {
    KernelScript(title: "Local notifications", onlyIfRecorded: true) { _ in
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      return LocalNotifications(system: StubWorld(), store: MemoryStore(), calendar: calendar)
    } mark: { event in
      switch event {
      case .mooted, .signedOut: TimelineMark("–")
      default: TimelineMark("!", isProblem: true)
      }
    }
  }

  /// The inbox, with what it found in the folder and in the system's list in the transcript.
  ///
  /// What it writes itself is among the temporary files, and is removed with the script.
  static var inbox: KernelScript<PushInbox> {
    let temporary = TemporaryFolder()
    return KernelScript(title: "Inbox", onlyIfRecorded: true) { replay in
      PushInbox(
        folder: InboxFolder(temporary.url),
        configuration: replay.transcript.configuration(over: PushInbox.Configuration())
      )
    } mark: { event in
      switch event {
      case .added(let ids): TimelineMark("✉", label: "\(ids.count)")
      case .read(let ids): TimelineMark("✓", label: "\(ids.count)")
      case .removed(let ids): TimelineMark("⌫", label: "\(ids.count)")
      case .emptied(let count): TimelineMark("–", label: "\(count)")
      case .broken(let count): TimelineMark("!", label: "\(count)", isProblem: true)
      case .newer, .failed, .noAnswer: .problem()
      }
    }
  }

  /// The app's own banners, on a screen that shows and dismisses them without delay.
  static var banner: KernelScript<ForegroundBanners> {
    KernelScript(title: "Banners", onlyIfRecorded: true, asksServer: true) { _ in
      ForegroundBanners(presenter: StubWorld())
    } mark: { event in
      switch event {
      case .refused: TimelineMark("–", isRefusal: true, from: ["received"])
      case .shown: TimelineMark("▲", label: "banner", from: ["received"], until: ["ended"])
      case .failed: .problem(from: ["received"])
      case .ended(_, let outcome):
        TimelineMark("◁", from: [outcome == .opened || outcome == .swiped ? "banner" : "shown"])
      }
    }
  }
}

/// A path among the temporary files, whose folder is removed with this object.
private final class TemporaryFolder {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "pushhub-replay-\(UUID().uuidString)")

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
