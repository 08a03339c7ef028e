import PushHub
import PushHubReplay

/// The result of one file.
struct PushReport {
  let file: String
  let isNews: Bool
  let presentation: PresentationDecision
  let fetchResult: FetchResult

  var push: Push { presentation.push }

  private var targetBundle: String? { push.payload.root[PushPayload.targetKey]?.stringValue }
}

// MARK: - For people

extension PushReport {
  /// One line for each field.
  var text: String {
    let fields: [(name: String, value: String?)] = [
      ("app", targetBundle),
      ("sender", push.sender.name),
      ("id", isNews ? push.id : "\(push.id), seen before"),
      ("title", push.aps.titleText),
      ("body", push.aps.bodyText),
      ("sound", sound.isEmpty ? nil : sound.joined(separator: ", ")),
      ("interruption", push.aps.interruptionLevel?.rawValue),
      ("activity", push.aps.event),
      ("background", push.aps.contentAvailable ? "the system may wake the app" : nil),
      ("link", push.link),
      ("data", data.isEmpty ? nil : JSONValue.object(data).jsonText),
      ("presentation", "\(presentation.options): \(presentation.explanation)"),
      ("fetch", "\(fetchResult)"),
      ("size", byteCount > 4096 ? size : nil),
    ]
    let issues = issues.map { ("issue", Optional($0.description)) }
    let lines = (fields + issues).compactMap { field in
      field.value.map { "  \(padded(field.name)) \(printable($0))" }
    }
    return ([printable(file)] + lines).joined(separator: "\n")
  }

  private var data: [String: JSONValue] {
    push.customData.filter { $0.key != PushPayload.targetKey }
  }

  private var issues: [PayloadIssue] {
    push.issues.filter { !$0.path.contains(PushPayload.targetKey) }
  }

  private var sound: [String] {
    let aps = push.aps
    return [aps.sound, aps.isCritical ? "critical" : nil, aps.volume.map { "volume \($0)" }]
      .compactMap { $0 }
  }

  /// The size of the payload, without white space and the key for the simulator.
  private var byteCount: Int {
    let sent = push.payload.object.filter { $0.key != PushPayload.targetKey }
    return JSONValue.object(sent).jsonText.utf8.count
  }

  private var size: String {
    "\(byteCount) bytes: the limit is 4096, or 5120 for a VoIP push"
  }

  private func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(0, 12 - name.count))
  }
}

// MARK: - For programs

extension PushReport {
  /// One JSON object, with sorted keys; keys without a value are left out.
  var json: JSONValue {
    let fields: [String: JSONValue?] = [
      "app": targetBundle.map(JSONValue.string),
      "background": push.aps.contentAvailable ? .bool(true) : nil,
      "body": push.aps.bodyText.map(JSONValue.string),
      "bytes": JSONValue(byteCount),
      "data": .object(data),
      "duplicate": .bool(!isNews),
      "event": push.aps.event.map(JSONValue.string),
      "fetch": .string("\(fetchResult)"),
      "file": .string(file),
      "id": .string(push.id),
      "interruptionLevel": push.aps.interruptionLevel.map { .string($0.rawValue) },
      "issues": .array(issues.map(json)),
      "link": push.link.map(JSONValue.string),
      "presentation": presentationJSON,
      "sender": .string(push.sender.name),
      "sound": sound.isEmpty ? nil : .array(sound.map(JSONValue.string)),
      "title": push.aps.titleText.map(JSONValue.string),
    ]
    return .object(fields.compactMapValues { $0 })
  }

  private var presentationJSON: JSONValue {
    let names: [(PresentationOptions, JSONValue)] = [
      (.badge, "badge"), (.banner, "banner"), (.list, "list"), (.sound, "sound"),
    ]
    return [
      "options": .array(names.filter { presentation.options.contains($0.0) }.map(\.1)),
      "reason": .string(presentation.explanation),
    ]
  }

  private func json(_ issue: PayloadIssue) -> JSONValue {
    [
      "code": .string("\(issue.code)"),
      "path": .string(issue.path),
      "text": .string(issue.description),
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
