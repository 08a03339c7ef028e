import PushHub
import PushHubReplay

/// The result of one file.
struct PushReport {
  let file: String
  let targetBundle: String?
  let isNews: Bool
  let presentation: PresentationDecision
  let fetchResult: FetchResult

  var push: Push { presentation.push }
}

// MARK: - For people

extension PushReport {
  /// One line for each field.
  var text: String {
    let fields: [(name: String, value: String?)] = [
      ("app", targetBundle),
      ("sender", push.sender.name),
      ("id", isNews ? push.id : "\(push.id), seen before"),
      ("title", title),
      ("body", body),
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
    push.customData.filter { $0.key != APNSFile.targetKey }
  }

  private var issues: [PayloadIssue] {
    push.issues.filter { !$0.path.contains(APNSFile.targetKey) }
  }

  private var title: String? {
    push.aps.title ?? push.aps.titleLocalization?.call
  }

  private var body: String? {
    push.aps.body ?? push.aps.bodyLocalization?.call
  }

  private var sound: [String] {
    let aps = push.aps
    return [aps.sound, aps.isCritical ? "critical" : nil, aps.volume.map { "volume \($0)" }]
      .compactMap { $0 }
  }

  /// The size of the payload, without white space and the key for the simulator.
  private var byteCount: Int {
    let sent = push.payload.object.filter { $0.key != APNSFile.targetKey }
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
      "body": body.map(JSONValue.string),
      "bytes": .number(JSONNumber(byteCount)),
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
      "title": title.map(JSONValue.string),
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

extension APS.Localization {
  /// The key and its arguments, since the text is in the app: `INVITED(Mira)`.
  var call: String { "\(key)(\(arguments.joined(separator: ", ")))" }
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
    let aps = push.aps
    if !aps.hasAlert, aps.sound == nil, aps.badge == nil {
      return .suppress(reason: "it has no alert, sound or badge")
    }
    return switch aps.interruptionLevel {
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
