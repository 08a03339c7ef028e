import PushHub
import PushHubReplay

/// The result of one file.
struct PushReport {
  let file: String
  let isNews: Bool
  let presentation: PresentationDecision
  let fetchResult: FetchResult

  var push: Push { presentation.push }
}

extension PushReport {
  /// One line for each field.
  var text: String {
    fields.compactMap { name, value in
      value.map { value in
        let texts = (value.json.arrayValue ?? [value.json]).map { $0.stringValue ?? $0.jsonText }
        return "\(name.padded(to: 12)) \(printable(texts.joined(separator: ", ")))"
      }
    }
    .joined(separator: "\n")
  }

  /// One JSON object.
  var json: JSONValue { .members(fields) }

  private var fields: KeyValuePairs<String, (any JSONConvertible)?> {
    let aps = push.aps
    let sound = [aps.sound, aps.isCritical ? "critical" : nil, aps.volume.map { "volume \($0)" }]
    let data = push.customData.filter { $0.key != PushPayload.targetKey }
    let issues = push.issues.filter { !$0.path.contains(PushPayload.targetKey) }
    return [
      "file": file,
      "app": push.payload.root[PushPayload.targetKey]?.stringValue,
      "sender": push.sender.name,
      "id": push.id,
      "duplicate": isNews ? nil : true,
      "title": aps.titleText,
      "body": aps.bodyText,
      "sound": list(sound.compactMap(\.self)),
      "interruption": aps.interruptionLevel?.rawValue,
      "activity": aps.event,
      "background": aps.contentAvailable ? "the system may wake the app" : nil,
      "link": push.link,
      "data": data.isEmpty ? nil as JSONValue? : .object(data),
      "presentation": "\(presentation.options)",
      "reason": presentation.explanation,
      "fetch": "\(fetchResult)",
      "size": byteCount > 4096
        ? "\(byteCount) bytes: the limit is 4096, or 5120 for a VoIP push" : nil,
      "issues": list(issues.map(\.description)),
    ]
  }

  private func list(_ texts: [String]) -> [String]? { texts.isEmpty ? nil : texts }

  /// The size of the payload, without white space and the key for the simulator.
  private var byteCount: Int {
    let sent = push.payload.object.filter { $0.key != PushPayload.targetKey }
    return JSONValue.object(sent).jsonText.utf8.count
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
