/// What is true where a recording has got to, so that another one can begin there.
///
/// It follows what was recorded and not the subjects, which may be further on: what they tell next is
/// then in the new recording once, as an event.
struct RecordedState {
  /// Of the app, at the event recorded last.
  var lifecycle = LifecycleState()

  private var token: DeviceToken?
  private var unread: TranscriptInput?
  private var latest: TranscriptInput?

  init(token: DeviceToken? = nil) {
    self.token = token
  }
}

extension RecordedState {
  /// Takes what was recorded; what the app's life is like comes with its events.
  mutating func apply(_ input: TranscriptInput) {
    switch input {
    case .token(let newToken): token = newToken
    case .unread: unread = input
    case .latest(.success): latest = input
    case .account: latest = nil
    default: break
    }
  }

  /// What must happen to an app that was just started to bring it here.
  ///
  /// The server's answer comes first, since the account and the pages make the app ask; the list of
  /// notifications last, since it reaches only who listens.
  var inputs: [TranscriptInput] {
    [token.map(TranscriptInput.token), unread].compactMap { $0 }
      + lifecycle.inputs
      + [latest].compactMap { $0 }
  }
}
