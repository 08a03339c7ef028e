import Foundation
import PushHub
import PushHubReplay

/// The result of one file.
struct PushReport {
  let file: String
  let isNews: Bool
  let presentation: PresentationDecision
  let fetchResult: FetchResult
}

extension PushReport {
  /// A line for each value.
  var text: String {
    let lines = fields.flatMap { name, value in
      (value?.arrayValue ?? [value].compactMap(\.self)).map { value in
        "  \(name.padding(toLength: 12, withPad: " ", startingAt: 0)) "
          + printable(value.stringValue ?? value.jsonText)
      }
    }
    return ([printable(file)] + lines).joined(separator: "\n")
  }

  /// One object, with sorted keys; keys without a value are left out.
  var json: JSONValue {
    var members = ["file": JSONValue.string(file)]
    for (name, value) in fields { members[name] = value }
    return .object(members)
  }

  private var fields: KeyValuePairs<String, JSONValue?> {
    let push = presentation.push
    let aps = push.aps
    let target = PushPayload.targetKey
    let sent = push.payload.object.filter { $0.key != target }
    let byteCount = JSONValue.object(sent).jsonText.utf8.count
    let data = push.customData.filter { $0.key != target }
    let issues =
      push.issues.filter { !$0.path.contains(target) }.map(\.description)
      + (byteCount > 4096 ? ["the limit is 4096 bytes, or 5120 for a VoIP push"] : [])
    return [
      "app": push.payload.object[target],
      "sender": .string(push.sender.name),
      "id": .string(push.id),
      "duplicate": isNews ? nil : true,
      "title": aps.titleText.map { .string($0) },
      "body": aps.bodyText.map { .string($0) },
      "sound": aps.sound.map { .string($0) },
      "critical": aps.isCritical ? true : nil,
      "volume": aps.volume.map { .string("\($0)") },
      "interruption": aps.interruptionLevel.map { .string($0.rawValue) },
      "activity": aps.event.map { .string($0) },
      "background": aps.contentAvailable ? true : nil,
      "link": push.link.map { .string($0) },
      "data": data.isEmpty ? nil : .object(data),
      "presentation": .string("\(presentation.options)"),
      "reason": .string(presentation.explanation),
      "fetch": .string("\(fetchResult)"),
      "bytes": .number(JSONNumber(byteCount)),
      "issue": issues.isEmpty ? nil : .array(issues.map { .string($0) }),
    ]
  }
}

extension APS {
  /// The title, or its key and arguments, since the text is in the app: `INVITED(Mira)`.
  var titleText: String? { title ?? titleLocalization?.call }

  /// The body, or its key and arguments.
  var bodyText: String? { body ?? bodyLocalization?.call }

  /// Whether a push has no alert, sound or badge.
  var isSilent: Bool { !hasAlert && sound == nil && badge == nil }
}

extension APS.Localization {
  fileprivate var call: String { "\(key)(\(arguments.joined(separator: ", ")))" }
}

/// Keeps the identifiers of the received pushes.
@MainActor
final class Inbox: PushObserver {
  private(set) var ids: [String] = []

  func receive(_ event: PushEvent) {
    if case .received(let push) = event {
      ids.append(push.id)
    }
  }
}

/// Votes against a banner without content, and against one for a passive push.
@MainActor
final class QuietBanners: PresentationVoter {
  func presentation(of push: Push) -> PresentationVote {
    if push.aps.isSilent {
      return .suppress(reason: "it has no alert, sound or badge")
    }
    return switch push.aps.interruptionLevel {
    case .passive: .show([.list, .badge])
    case .timeSensitive, .critical: .show(.all)
    default: .noOpinion
    }
  }
}

/// Has new data for pushes with `content-available` and custom data.
@MainActor
final class Prefetcher: BackgroundWorker {
  func performBackgroundWork(for push: Push?) async throws -> FetchResult {
    push.map { $0.aps.contentAvailable && !$0.customData.isEmpty } == true ? .newData : .noData
  }
}
