import PushHub
import Testing

/// The payload of a JSON text; another text fails the test.
func payload(_ json: String) -> PushPayload {
  do {
    return try PushPayload(json: json.utf8)
  } catch {
    Issue.record(error)
    return PushPayload(userInfo: [:])
  }
}

/// A payload with a message id of Firebase's, and with an account if one is given.
func message(_ id: String, for account: AccountID? = nil) -> PushPayload {
  let owner = account.map { #","account":"\#($0)""# } ?? ""
  return payload(#"{"aps":{"alert":"Hi"},"gcm.message_id":"\#(id)"\#(owner)}"#)
}

/// Reads the account of a payload under a key.
func account(under key: String = "account") -> @Sendable (PushPayload) -> AccountID? {
  { $0[key]?.stringValue.map(AccountID.init(rawValue:)) }
}

/// A payload without any id.
func anonymous(_ text: String = "Hi") -> PushPayload {
  payload(#"{"aps":{"alert":"\#(text)"}}"#)
}

extension Push {
  /// A push without content, for cores that read none of it.
  static let empty = Push(payload: PushPayload(userInfo: [:]))
}
