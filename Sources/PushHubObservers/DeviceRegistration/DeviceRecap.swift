public import PushHub

/// What was said of the device where a recording has got to.
public struct DeviceRecap: RecordRecap {
  /// Who is signed in, and was not forgotten since.
  private var account: AccountID?

  /// Who is signed in as the app's life has it.
  private var lifecycleAccount: AccountID?
  private var isAccountKnown = false

  /// Who is signed in, and was forgotten.
  private var forgotten: AccountID?
  private var device = DeviceChange()
  private var topics: [AccountID: Set<String>] = [:]

  /// What is wanted of topics by whoever turns out to be signed in.
  private var waitingTopics: [String: Bool] = [:]

  /// Begins with nothing said.
  public init(header: TranscriptHeader) {}

  /// Takes a change; what is refreshed is over, and who is signed in stays forgotten for as long.
  public mutating func take(_ record: any FeatureRecord, at now: ContinuousClock.Instant) {
    guard let change = record as? DeviceChange else { return }
    if let permission = change.permission {
      device.permission = permission == nil ? .none : .some(permission)
    }
    device.tags = change.tags ?? device.tags
    device.furtherTokens.merge(change.furtherTokens) { $1 }
    device.furtherTokens = device.furtherTokens.filter { $0.value != nil }
    for topic in change.unsubscribed {
      setTopic(topic, isWanted: false)
    }
    for topic in change.subscribed {
      setTopic(topic, isWanted: true)
    }
    if let forgotten = change.forgotten {
      forget(forgotten)
    }
  }

  private mutating func setTopic(_ topic: String, isWanted: Bool) {
    if let account {
      var wanted = topics[account] ?? []
      if isWanted {
        wanted.insert(topic)
      } else {
        wanted.remove(topic)
      }
      topics[account] = wanted
    } else if !isAccountKnown {
      waitingTopics[topic] = isWanted
    }
  }

  private mutating func forget(_ former: AccountID) {
    topics[former] = nil
    if former == account {
      account = nil
      forgotten = former
    }
  }

  /// Follows who is signed in, since topics are somebody's.
  public mutating func follow(_ lifecycle: LifecycleState, at now: ContinuousClock.Instant) {
    guard lifecycle.account != lifecycleAccount else { return }
    lifecycleAccount = lifecycle.account
    account = lifecycle.account
    isAccountKnown = true
    forgotten = nil
    for (topic, isWanted) in waitingTopics {
      setTopic(topic, isWanted: isWanted)
    }
    waitingTopics = [:]
  }

  /// All that holds, in one change, with the topics of who is signed in or turns out to be.
  public func recordsAfterLifecycle(at now: ContinuousClock.Instant) -> [any FeatureRecord] {
    var change = device
    if let account {
      change.subscribed = topics[account]?.sorted() ?? []
    } else {
      change.subscribed = waitingTopics.filter(\.value).keys.sorted()
      change.unsubscribed = waitingTopics.filter { !$0.value }.keys.sorted()
    }
    change.forgotten = forgotten
    return change == DeviceChange() ? [] : [change]
  }
}
