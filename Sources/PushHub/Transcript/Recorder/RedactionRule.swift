/// What of a value in a payload is known to be harmless.
enum RedactionRule: Equatable {
  /// Of a whole payload: what its `aps` allows.
  case payload

  /// Of `aps`: what Apple documents.
  case aps

  /// Of `alert`: its keys.
  case alert

  /// Of `sound`: its numbers, and the words of the app.
  case sound

  /// A number.
  case number

  /// One of these words, or one of the app's.
  case words(Set<String>)

  case nothing
  case everything
}

extension RedactionRule {
  /// What is harmless of the value under a key; `nil` if the key itself is not known.
  func rule(under key: String) -> RedactionRule? {
    switch self {
    case .payload where key == "aps": .aps
    case .aps: Self.apsFields[key] ?? (Self.keys.contains(key) ? .nothing : nil)
    case .sound: Self.soundFields[key]
    case .everything: .everything
    default: Self.keys.contains(key) || Self.isSenders(key) ? .nothing : nil
    }
  }

  private static let apsFields: [String: RedactionRule] = [
    "alert": .alert,
    "badge": .number,
    "category": .words([]),
    "content-available": .number,
    "dismissal-date": .number,
    "event": .words(["start", "update", "end"]),
    "input-push-token": .number,
    "interruption-level": .words(["passive", "active", "time-sensitive", "critical"]),
    "mutable-content": .number,
    "relevance-score": .number,
    "sound": .sound,
    "stale-date": .number,
    "timestamp": .number,
  ]

  private static let soundFields: [String: RedactionRule] = [
    "critical": .number,
    "name": .words(["default"]),
    "volume": .number,
  ]

  /// Of `aps` and `alert`, and of the dictionaries in which senders keep what is theirs.
  private static let keys = Set((APSField.aps + APSField.alert + APSField.localization).map(\.key))
    .union([
      "_", "_j_business", "_j_msgid", "_j_uid", "_k", "_lpm", "_m", "_r", "_sid", "_xdm", "^d", "a",
      "ab", "ab_uri", "ab_use_webview", "action", "action-loc-key", "adb_uri", "body", "cid",
      "com.batch", "content-changed", "custom", "CIO", "d", "data", "ems", "experienceId",
      "fcm_options", "i", "id", "image", "itbl", "link", "messageId", "moengage", "os_data", "p",
      "publishId", "push", "pusher", "stream", "summary-arg", "summary-arg-count", "u",
      "webhook_id",
    ])

  /// Whether a key begins as those do that a sender keeps for itself.
  private static func isSenders(_ key: String) -> Bool {
    ["CIO-Delivery-", "com.urbanairship.", "gcm.", "google.c.", "wzrk_"].contains {
      key.hasPrefix($0)
    }
  }
}
