import PushHub

/// The payload of a JSON text.
func payload(_ json: String) throws -> PushPayload {
  try PushPayload(json: json.utf8)
}

/// A payload with a message id of Firebase's, and with an account if one is given.
func message(_ id: String, for account: AccountID? = nil) throws -> PushPayload {
  let owner = account.map { #","account":"\#($0)""# } ?? ""
  return try payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"\#(id)"\#(owner)}"#)
}

/// Reads the account of a payload under a key.
func account(under key: String = "account") -> @Sendable (PushPayload) -> AccountID? {
  { $0[key]?.stringValue.map(AccountID.init(rawValue:)) }
}

/// A payload without any id.
func anonymous(_ text: String = "Hi") throws -> PushPayload {
  try payload(#"{"aps":{"alert":"\#(text)"}}"#)
}

extension Push {
  /// A push without content, for cores that read none of it.
  static let empty = Push(payload: PushPayload(userInfo: [:]))
}
