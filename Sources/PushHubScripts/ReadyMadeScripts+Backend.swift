import Foundation
import PushHub
import PushHubBackend
import PushHubRecorder
import PushHubReplay

extension ReadyMadeScripts {
  /// The device registration, with the server's answers and the app's calls in the transcript.
  ///
  /// The store is in memory and starts empty.
  ///
  /// - Parameter configuration: The configuration if a recording has none.
  static func registration(
    _ configuration: DeviceRegistration.Configuration
  ) -> KernelScript<DeviceRegistration> {
    KernelScript(title: "Registration", onlyIfRecorded: true, acceptance: Done()) { replay in
      DeviceRegistration(
        endpoint: StubWorld(),
        store: MemoryStore(),
        configuration: replay.transcript.configuration(over: configuration)
      )
    } mark: { event in
      switch event {
      case .request(let step):
        TimelineMark(
          "→",
          label: step == .signOn ? "on" : "off",
          from: ["failed", "token", "account", "registration"],
          names: ["request"],
          until: ["acknowledged", "failed"],
          isWork: true
        )
      case .acknowledged(.signOn): TimelineMark("●", label: "on", from: ["request"])
      case .acknowledged(.signOff): TimelineMark("○", label: "off", from: ["request"])
      case .failed: .problem(from: ["request"])
      case .storeFailed, .topicIgnored, .emptyTopic, .emptyToken: .problem()
      case .skipped: TimelineMark()
      }
    }
  }

  /// The receipts of pushes, with the server's answer to each batch in the transcript.
  ///
  /// What the app's outbox had is in the recording; nothing is written.
  static var receipts: KernelScript<PushReceipts> {
    KernelScript(title: "Receipts", onlyIfRecorded: true, acceptance: ReceiptAnswer()) { replay in
      PushReceipts(
        outbox: Outbox(directory: URL(filePath: "/dev/null")),
        endpoint: StubWorld(),
        configuration: replay.transcript.configuration(over: .init(spread: .zero))
      )
    } mark: { event in
      switch event {
      case .batch(let count):
        TimelineMark(
          "→",
          label: "\(count)",
          from: ["failed", "halved", "received"],
          names: ["request"],
          until: ["sent", "failed", "rejected", "halved", "removed"],
          isWork: true
        )
      case .sent(let count): TimelineMark("✓", label: "\(count)", from: ["request"])
      case .failed, .rejected: .problem(from: ["request"])
      case .halved(let count):
        TimelineMark("½", label: "\(count)", isProblem: true, from: ["request"])
      case .dropped(let count), .broken(let count):
        TimelineMark("!", label: "\(count)", isProblem: true)
      case .outboxFailed: .problem()
      case .removed(let count): TimelineMark("–", label: "\(count)")
      case .waiting: TimelineMark()
      }
    }
  }

  /// The Live Activities, with ActivityKit's reports in the transcript.
  ///
  /// The store is in memory and starts empty. The registration sends the tokens if it takes part.
  ///
  /// - Parameter registration: The script of the registration, which is played before this one.
  static func liveActivities(
    after registration: KernelScript<DeviceRegistration>
  ) -> KernelScript<LiveActivities> {
    KernelScript(title: "Live Activities", onlyIfRecorded: true) { _ in
      let liveActivities = LiveActivities(source: StubWorld(), store: MemoryStore())
      registration.feature?.follow(liveActivities)
      return liveActivities
    } mark: { event in
      switch event {
      case .began: TimelineMark("▶", label: "running")
      case .updateToken, .startToken: TimelineMark("●", label: "token")
      case .dismissed: TimelineMark("✕", label: "dismissed")
      case .ended, .endedByApp, .missing, .gone, .signedOut: TimelineMark("■", label: "over")
      case .unchanged: TimelineMark()
      default: .problem()
      }
    }
  }
}
