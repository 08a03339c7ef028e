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
        let texts = (value.arrayValue ?? [value]).map { $0.stringValue ?? $0.jsonText }
        let padding = String(repeating: " ", count: max(0, 12 - name.count))
        return "\(name)\(padding) \(printable(texts.joined(separator: ", ")))"
      }
    }
    .joined(separator: "\n")
  }

  /// One JSON object.
  var json: JSONValue { .members(fields) }

  private var fields: KeyValuePairs<String, JSONValue?> {
    let aps = push.aps
    let sound = [aps.sound, aps.isCritical ? "critical" : nil, aps.volume.map { "volume \($0)" }]
    let data = push.customData.filter { $0.key != PushPayload.targetKey }
    let issues = push.issues.filter { !$0.path.contains(PushPayload.targetKey) }
    return [
      "file": .string(file),
      "app": push.payload.root[PushPayload.targetKey]?.stringValue.map(JSONValue.string),
      "sender": .string(push.sender.name),
      "id": .string(push.id),
      "duplicate": isNews ? nil : true,
      "title": aps.titleText.map(JSONValue.string),
      "body": aps.bodyText.map(JSONValue.string),
      "sound": list(sound.compactMap(\.self)),
      "interruption": aps.interruptionLevel.map { .string($0.rawValue) },
      "activity": aps.event.map(JSONValue.string),
      "background": aps.contentAvailable ? "the system may wake the app" : nil,
      "link": push.link.map(JSONValue.string),
      "data": data.isEmpty ? nil : .object(data),
      "presentation": .string("\(presentation.options)"),
      "reason": .string(presentation.explanation),
      "fetch": .string("\(fetchResult)"),
      "size": byteCount > 4096
        ? .string("\(byteCount) bytes: the limit is 4096, or 5120 for a VoIP push") : nil,
      "issues": list(issues.map(\.description)),
    ]
  }

  private func list(_ texts: [String]) -> JSONValue? {
    texts.isEmpty ? nil : .array(texts.map(JSONValue.string))
  }

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
