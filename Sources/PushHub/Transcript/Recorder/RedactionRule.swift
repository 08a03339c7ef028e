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
      "^d", "_", "__name__", "_h", "_j_business", "_j_msgid", "_j_uid", "_k", "_lpm", "_lpn",
      "_lpu", "_lpv", "_lpx", "_m", "_mediaUrl", "_mt", "_od", "_r", "_sid", "_uamid", "_xdm",
      "a", "ab", "ab_uri", "ab_use_webview", "action", "action-loc-key", "adb_uri", "app_extra",
      "body", "cid", "CIO", "clickAction", "collapse_key", "com.batch", "content-changed",
      "custom", "d", "data", "default_action", "defaultAction", "ems", "ems_msg", "experienceId",
      "fcm_options", "from", "i", "id", "image", "image_url", "itbl", "key_value_pairs", "l",
      "link", "lp_occurrence_id", "lp_sent_time", "message_id", "messageId", "moe_deeplink",
      "moengage", "os_data", "p", "publishId", "push", "pusher", "sid", "stream", "summary-arg",
      "summary-arg-count", "type", "u", "uri", "URL", "url", "webhook_id", "webUrl",
    ])

  /// Whether a key begins as those do that a sender keeps for itself.
  private static func isSenders(_ key: String) -> Bool {
    ["CIO-Delivery-", "com.urbanairship.", "gcm.", "google.c.", "wzrk_"].contains {
      key.hasPrefix($0)
    }
  }
}
