import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder

/// What the user and the system do to the live app, and what its server knows.
///
/// It decides what happens, as records of a transcript, and does none of it. What the observers make
/// of that is theirs to say.
struct LiveCore: Equatable {
  enum Effect: Equatable {
    /// Something happens to the app.
    case apply(TranscriptInput)

    /// A line of the log from the user, the system or the server that no observer receives.
    case say(Speaker, String)
  }

  /// Who is played, or plays.
  enum Speaker: String {
    case you
    case system
    case server
    case demo
  }

  /// Who signs in.
  static let account: AccountID = "alice"

  /// How long the server takes to answer.
  static let latency = Duration.milliseconds(250)

  /// How many notifications are remembered, and how many of them the server lists.
  static let longestMemory = 50
  static let longestList = 10

  private static let longestOfferList = 6

  private(set) var tab = LiveTab.home
  private(set) var phase = AppPhase.background
  private(set) var account: AccountID?
  private(set) var isCovered = false

  /// What the server counts as unread.
  private(set) var unreadCount = 2

  /// The offers on the home page, with how long each of them holds.
  private(set) var offers = [
    Offer(name: "Breakfast", duration: .seconds(90)),
    Offer(name: "Flight to Lisbon", duration: .seconds(3_600)),
    Offer(name: "Concert", duration: .seconds(14_400)),
  ]

  private(set) var notifications: [LiveNotification] = []

  /// Whether quiet hours are on.
  private(set) var isQuiet = false

  private var lastNotification = 0
  private var messageCount = 0
  private var pressCount = 0
  private var lastOffer = 0
}

extension LiveCore {
  struct Offer: Equatable {
    let name: String
    let duration: Duration
  }

  /// Whether the app is on the screen.
  var isForeground: Bool { phase.isForeground }

  /// The notifications of who is signed in, the latest first.
  var inbox: [LiveNotification] {
    account == nil ? [] : notifications.filter(\.isInInbox).reversed()
  }

  /// Launches the app with a signed-in account.
  mutating func start() -> [Effect] {
    phase = .active
    var effects: [Effect] = [
      .apply(.launch(nil)), .apply(.app(.inactive)), .apply(.app(.active)),
    ]
    effects.append(.apply(.page(tab.page, isVisible: true)))
    effects.append(.apply(.feature(CountdownChange.adding(offers))))
    effects += handle(.toggleAccount)
    return effects
  }

  /// A client follows the server's list, and receives the present list first.
  func subscribed() -> [Effect] {
    account == nil ? [] : [.apply(list)]
  }

  /// The user does something.
  mutating func handle(_ action: LiveAction) -> [Effect] {
    switch action {
    case .show(let tab): return isForeground ? show(tab) : inBackground
    case .showNext: return handle(.show(tab.moved(by: 1)))
    case .showPrevious: return handle(.show(tab.moved(by: -1)))
    case .toggleBackground: return setPhase(isForeground ? .background : .active)
    case .toggleAccount: return toggleAccount()
    case .toggleMenu:
      guard isForeground else { return inBackground }
      isCovered.toggle()
      return [.say(.you, isCovered ? "open a menu" : "close the menu")]
        + [.apply(.overlay(isCovered))]
    case .takeScreenshot: return [.say(.you, "take a screenshot"), .apply(.screenshot)]
    case .editScreenshot: return [.apply(.feature(ScreenshotTouch.tap))]
    case .closeScreenshot: return [.apply(.feature(ScreenshotTouch.outside))]
    case .addOffer: return addOffer()
    case .openLatest: return openLatest()
    case .pressButton: return pressButton()
    case .toggleQuiet: return toggleQuiet()
    default: return []
    }
  }

  private var inBackground: [Effect] {
    [.say(.system, "the app is in the background; b brings it back")]
  }

  private var answer: TranscriptInput {
    .feature(UnreadAnswer(result: .success(unreadCount), latency: Self.latency))
  }

  private var list: TranscriptInput {
    .feature(LatestNotifications(.success(inbox.prefix(Self.longestList).map(\.mark))))
  }
}

// MARK: - What the user does

extension LiveCore {
  private mutating func show(_ newTab: LiveTab) -> [Effect] {
    guard newTab != tab else { return [] }
    var effects: [Effect] = []
    if tab == .home {
      effects.append(.apply(.feature(CountdownChange.hiding(offers))))
    }
    effects += [
      .apply(.page(tab.page, isVisible: false)), .apply(.page(newTab.page, isVisible: true)),
    ]
    if newTab == .home {
      effects.append(.apply(.feature(CountdownChange.showing(offers))))
    }
    tab = newTab
    return effects
  }

  /// Goes through the phase between, as the system does.
  private mutating func setPhase(_ newPhase: AppPhase) -> [Effect] {
    guard newPhase != phase else { return [] }
    phase = newPhase
    return [
      .say(.you, isForeground ? "come back to the app" : "leave the app"),
      .apply(.app(.inactive)), .apply(.app(newPhase)),
    ]
  }

  private mutating func toggleAccount() -> [Effect] {
    account = account == nil ? Self.account : nil
    guard let account else { return [.say(.you, "sign out"), .apply(.account(nil))] }
    return [.say(.you, "sign in as \(account)"), .apply(answer), .apply(.account(account))]
  }

  private mutating func addOffer() -> [Effect] {
    guard isForeground else { return inBackground }
    lastOffer += 1
    let offer = Offer(name: "Flash sale \(lastOffer)", duration: .seconds(30))
    var change = CountdownChange.adding([offer])
    if offers.count == Self.longestOfferList {
      change.removed = [offers.removeFirst().name]
      change.hidden = tab == .home ? change.removed : []
    }
    if tab != .home {
      change.shown = []
    }
    offers.append(offer)
    return [.apply(.feature(change))]
  }

  private mutating func openLatest() -> [Effect] {
    guard let index = notifications.lastIndex(where: { $0.isVisible && !$0.isOpened }) else {
      return [.say(.system, "there is no notification to open: p lets one arrive")]
    }
    return [.say(.you, "tap the latest notification")] + answer(index, with: PushResponse())
      + setPhase(.active) + show(.notifications)
  }

  private mutating func pressButton() -> [Effect] {
    let latest = notifications.lastIndex { $0.isVisible && !$0.isOpened && $0.hasButtons }
    guard let index = latest else { return receiveMessage() }
    let actions = NotificationCategory.message.actions
    let action = actions[pressCount % actions.count]
    pressCount += 1
    let text = action.textInputButtonTitle.map { _ in "On my way." }
    let message = "press \"\(action.title)\" on the latest message"
    return [.say(.you, message)]
      + answer(index, with: PushResponse(action: .custom(action.identifier), reply: text))
  }

  /// The user touches the banner of a notification, by what the system calls that.
  mutating func touchBanner(_ touch: ForegroundBannerTouch, of request: String?) -> [Effect] {
    guard let index = notifications.lastIndex(where: { $0.request == request }) else {
      return [.say(.system, "there is no banner; one comes with a push while the app is active")]
    }
    guard touch == .tapped else {
      return [.say(.you, "wipe the banner away"), .apply(.feature(touch))]
    }
    return [.say(.you, "tap the banner")] + read(index)
      + [.apply(.feature(touch))]
      + show(.notifications)
  }

  private mutating func answer(_ index: Int, with response: PushResponse) -> [Effect] {
    let notification = notifications[index]
    let request = notification.request
    return read(index) + [.apply(.open(notification.payload, response, request: request))]
  }

  /// The server counts a notification as read.
  private mutating func read(_ index: Int) -> [Effect] {
    let isCounted = notifications[index].isInInbox && !notifications[index].isOpened
    notifications[index].isOpened = true
    guard isCounted, account != nil else { return [] }
    unreadCount = max(0, unreadCount - 1)
    return [.apply(answer), .say(.server, "\(unreadCount) unread, whenever it is asked")]
  }

  private mutating func receiveMessage() -> [Effect] {
    messageCount += 1
    let payload = PushPayload(userInfo: [
      "aps": [
        "alert": ["title": "Mira", "body": "See you at nine?"],
        "category": NotificationCategory.message.identifier, "thread-id": "mira",
      ],
      "stream": ["sender": "stream.chat", "id": "mira-\(messageCount)"],
    ])
    let arrival = [Effect.say(.server, "has no message to answer, so it sends one")]
    return arrival + deliver(payload).effects
  }

  private mutating func toggleQuiet() -> [Effect] {
    isQuiet.toggle()
    // From midnight to midnight, so that they hold whenever they are tried.
    let allDay = QuietWindow(from: TimeOfDay(hour: 0), to: TimeOfDay(hour: 0))
    var settings = QuietSettings()
    settings.windows = isQuiet ? [allDay] : []
    return [
      .say(.you, isQuiet ? "begin quiet hours" : "end the quiet hours"),
      .apply(.feature(QuietChange(settings))),
    ]
  }
}

// MARK: - What arrives

extension LiveCore {
  /// A push arrives at the device.
  ///
  /// - Returns: The effects, and whether the app receives the push before the user taps it.
  mutating func deliver(_ payload: PushPayload) -> (effects: [Effect], isHeard: Bool) {
    if payload.isSilent {
      let message = "shows nothing, since the push is silent, and tells the app of it"
      return ([.say(.system, message), .apply(.push(payload, via: .remote, request: nil))], true)
    }
    let (notification, isNew) = remember(payload)
    var effects = isNew ? count(notification) : [.say(.server, "knows this message already")]
    let channels = channels(for: notification)
    for channel in channels {
      let request = channel == .present ? notification.request : nil
      effects.append(.apply(.push(payload, via: channel, request: request)))
    }
    guard channels.isEmpty else { return (effects, true) }
    effects.append(
      .say(.system, "shows a push; without content-available the app hears of a tap only")
    )
    return (effects, false)
  }

  /// The callbacks in which the app receives a push now that is not silent.
  private func channels(for notification: LiveNotification) -> [PushCallbackKind] {
    let presented: [PushCallbackKind] = isForeground ? [.present] : []
    return presented + (notification.payload.aps.contentAvailable ? [.remote] : [])
  }

  /// One and the same message again is the one that is there.
  private mutating func remember(_ payload: PushPayload) -> (LiveNotification, isNew: Bool) {
    let new = LiveNotification(payload, number: lastNotification + 1, isInInbox: account != nil)
    if let id = new.messageID, let known = notifications.last(where: { $0.messageID == id }) {
      return (known, false)
    }
    lastNotification = new.number
    notifications.append(new)
    if notifications.count > Self.longestMemory {
      notifications.removeFirst()
    }
    return (new, true)
  }

  /// The server counts and lists what is new.
  private mutating func count(_ notification: LiveNotification) -> [Effect] {
    guard notification.isInInbox else {
      return [.say(.server, "counts nothing, since nobody is signed in")]
    }
    unreadCount += 1
    return [.apply(answer), .apply(list)]
  }
}

extension CountdownChange {
  fileprivate static func adding(_ offers: [LiveCore.Offer]) -> Self {
    var change = showing(offers)
    change.added = offers.map { Model(id: $0.name, duration: $0.duration) }
    return change
  }

  fileprivate static func showing(_ offers: [LiveCore.Offer]) -> Self {
    var change = Self()
    change.shown = offers.map(\.name)
    return change
  }

  fileprivate static func hiding(_ offers: [LiveCore.Offer]) -> Self {
    var change = Self()
    change.hidden = offers.map(\.name)
    return change
  }
}
