import Foundation
import PushHub
import PushHubReplay
import PushHubTesting

/// Delivers files to a notification manager with two participants.
///
/// The clock does not advance, so the same files always have the same output.
///
/// - Returns: The status of the first file that failed.
@MainActor
func deliver(_ files: [String], isJSON: Bool, to console: Console) async -> ExitCode {
  let manager = NotificationManager(scheduler: ManualScheduler())
  let participants: [any PushParticipant] = [QuietBanners(), Prefetcher()]
  for participant in participants { manager.add(participant) }
  defer { withExtendedLifetime(participants) {} }
  var hasPrinted = false
  return await console.forEach(of: files) { file, bytes throws(FileFailure) in
    let payload = try PushPayload(apns: bytes)
    let pushesBefore = manager.statistics.received
    // As the system does: in the background, then in the foreground.
    let fetchResult = await manager.deliver(payload, via: .remote)
    let report = PushReport(
      file: file,
      isNews: manager.statistics.received > pushesBefore,
      presentation: await manager.present(payload),
      fetchResult: fetchResult
    )
    console.print(
      isJSON
        ? printableJSON(report.json.jsonText) : hasPrinted ? "\n\(report.text)" : report.text
    )
    hasPrinted = true
  }
}

extension PushPayload {
  /// The key of the bundle identifier of the app, which is no part of the push.
  static let targetKey = "Simulator Target Bundle"

  /// Reads a file for `xcrun simctl push`.
  ///
  /// - Throws: A failure if there is no payload, or only one inside a request for a service that sends it.
  init(apns bytes: Data) throws(FileFailure) {
    do {
      try self.init(json: bytes)
    } catch {
      throw FileFailure(status: .badInput, reason: "\(error)")
    }
    if self["aps"] == nil, let reason = requestDescription {
      throw FileFailure(status: .badInput, reason: reason)
    }
  }

  /// The service that the content is meant for, and the place of the payload in it.
  private var requestDescription: String? {
    if self["message"]?["apns"]?["payload"] != nil {
      return "This is a request for Firebase's HTTP v1 API; the payload is at message.apns.payload."
    }
    return ["APNS", "APNS_SANDBOX"].first { self[$0] != nil }.map {
      "This is a message for Amazon SNS; the payload is the text at \($0)."
    }
  }
}

/// The bundled payloads, one for each sender that PushHub knows.
enum BundledPayloads {
  /// The paths of the files, in alphabetical order.
  static var files: [String] {
    Bundle.module.paths(forResourcesOfType: "apns", inDirectory: "Payloads").sorted()
  }
}
