import PushHub

/// The payload of a JSON text.
func payload(_ json: String) throws -> PushPayload {
  try PushPayload(json: json.utf8)
}

/// A payload with a message id of Firebase's.
func message(_ id: String) throws -> PushPayload {
  try payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"\#(id)"}"#)
}

/// A payload without any id.
func anonymous(_ text: String = "Hi") throws -> PushPayload {
  try payload(#"{"aps":{"alert":"\#(text)"}}"#)
}

extension Push {
  /// A push without content, for cores that read none of it.
  static let empty = Push(payload: PushPayload(userInfo: [:]))
}
