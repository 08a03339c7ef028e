#if canImport(SwiftUI) && canImport(UserNotifications)
import Foundation
public import PushHub
public import SwiftUI

/// A screen for testers with a checkup, the state and the events of the hub, and a recording to share.
///
/// ```swift
/// PushHubDebugView(hub: delegate.hub, log: debugLog, recording: debugRecording)
/// ```
///
/// It shows payloads and the device token in full. Leave the product PushHubDebug out of release builds.
public struct PushHubDebugView: View {
  private let hub: AppHub
  private let log: DebugLog
  private let recording: DebugRecording

  @State private var rows: [Row] = []

  private struct Row: Hashable {
    let id: String
    let title: String
    let detail: String
  }

  /// Shows a hub.
  ///
  /// - Parameters:
  ///   - hub: The app's hub.
  ///   - log: A log that is installed in the hub's host.
  ///   - recording: The recording that its buttons start and stop.
  public init(hub: AppHub, log: DebugLog, recording: DebugRecording) {
    self.hub = hub
    self.log = log
    self.recording = recording
  }

  /// The findings, broken ones first, the state and the log as one list, with the buttons above it.
  public var body: some View {
    VStack {
      Button("Check again") { Task { await check() } }
      Button("Send a test push to this app") { sendTestPush() }
      Button(recording.isRunning ? "Stop the recording" : "Start a recording") {
        recording.isRunning ? recording.stop(in: hub.host) : recording.start(in: hub.host)
      }
      #if !os(tvOS)
      ShareLink("Share the recording", items: [recording.url])
      if let token = hub.manager.deviceToken {
        ShareLink("Share the device token", items: [token.hex])
      }
      #endif
      if let failure = recording.failure { Text(failure) }
      List(rows + entries, id: \.id) { row in
        VStack {
          Text(row.title)
          Text(row.detail)
        }
      }
    }
    .task { await check() }
  }

  private var entries: [Row] {
    log.entries.map { Row(id: "\($0.id)", title: $0.title, detail: $0.detail ?? "") }
  }

  private func check() async {
    let found = await hub.checkup().findings
    let findings = [Checkup.Verdict.broken, .suspect, .unknown].flatMap { verdict in
      found.filter { $0.verdict == verdict }
    }
    let state = DebugState(
      of: hub.manager,
      in: hub.lifecycle.state,
      features: hub.host.names
    )
    rows =
      findings.map { Row(id: "finding \($0.subject)", title: $0.seen, detail: $0.advice) }
      + state.rows.map { Row(id: "state \($0.name)", title: $0.name, detail: $0.value) }
  }

  /// A push as the app would receive it, under an id of its own.
  private func sendTestPush() {
    let id = UUID().uuidString
    let text = #"{"aps":{"alert":{"title":"Test","body":"A test push to this app."}}}"#
    guard let payload = try? hub.manager.payload(json: Array(text.utf8)) else { return }
    hub.manager.receive(payload, via: .remote, requestIdentifier: id)
  }
}
#endif
