import PushHub
import PushHubAlerts
import PushHubObservers
import PushHubRecorder

/// The simulated user, system and server of the live app.
///
/// It returns what happens to the app as records of a transcript. The features report what they do about it.
struct LiveCore: Equatable {
  enum Effect: Equatable {
    /// A record that is applied to the app.
    case apply(TranscriptInput)

    /// A line of the log.
    case log(Source, String)
  }

  /// The source of a line that no feature logs.
  enum Source: String {
    case user
    case system
    case server
    case demo
  }

  /// The account of the app.
  static let account: AccountID = "alice"

  /// How long the server takes to answer.
  static let latency = Duration.milliseconds(250)

  /// The number of notifications that are kept, and of those that the server lists.
  static let mostNotifications = 50
  static let longestList = 10

  private static let longestOfferList = 6

  private(set) var tab = LiveTab.home
  private(set) var phase = AppPhase.background
  private(set) var account: AccountID?
  private(set) var isCovered = false

  /// The server's number of unread notifications.
  private(set) var unreadCount = 2

  /// The offers on the home page, with their durations.
  private(set) var offers = [
    CountdownChange.Model(id: "Breakfast", duration: .seconds(90)),
    CountdownChange.Model(id: "Flight to Lisbon", duration: .seconds(3_600)),
    CountdownChange.Model(id: "Concert", duration: .seconds(14_400)),
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
  /// Whether the app is on the screen.
  var isForeground: Bool { phase.isForeground }

  /// The notifications of the account, the latest first.
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

  /// The app subscribes to the server's list, and receives the present list first.
  func subscribed() -> [Effect] {
    account == nil ? [] : [.apply(list)]
  }

  /// Handles an action of the user.
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
      return [.log(.user, isCovered ? "open a menu" : "close the menu")]
        + [.apply(.overlay(isCovered))]
    case .takeScreenshot: return [.log(.user, "take a screenshot"), .apply(.screenshot)]
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
    [.log(.system, "the app is in the background; b brings it back")]
  }

  private var answer: TranscriptInput {
    .feature(UnreadAnswer(result: .success(unreadCount), latency: Self.latency))
  }

  private var list: TranscriptInput {
    .feature(LatestNotifications(.success(inbox.prefix(Self.longestList).map(\.mark))))
  }
}

// MARK: - User

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

  /// Passes through the inactive phase, as in the system.
  private mutating func setPhase(_ newPhase: AppPhase) -> [Effect] {
    guard newPhase != phase else { return [] }
    phase = newPhase
    return [
      .log(.user, isForeground ? "come back to the app" : "leave the app"),
      .apply(.app(.inactive)), .apply(.app(newPhase)),
    ]
  }

  private mutating func toggleAccount() -> [Effect] {
    account = account == nil ? Self.account : nil
    guard let account else { return [.log(.user, "sign out"), .apply(.account(nil))] }
    return [.log(.user, "sign in as \(account)"), .apply(answer), .apply(.account(account))]
  }

  private mutating func addOffer() -> [Effect] {
    guard isForeground else { return inBackground }
    lastOffer += 1
    let offer = CountdownChange.Model(id: "Flash sale \(lastOffer)", duration: .seconds(30))
    var change = CountdownChange.adding([offer])
    if offers.count == Self.longestOfferList {
      change.removed = [offers.removeFirst().id]
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
      return [.log(.system, "there is no notification to open; p sends one")]
    }
    return [.log(.user, "tap the latest notification")] + answer(index, with: PushResponse())
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
    return [.log(.user, message)]
      + answer(index, with: PushResponse(action: .custom(action.identifier), reply: text))
  }

  /// The user touches the banner of the notification with a request identifier.
  mutating func touchBanner(_ touch: ForegroundBannerTouch, of request: String?) -> [Effect] {
    guard let index = notifications.lastIndex(where: { $0.request == request }) else {
      return [.log(.system, "there is no banner; one comes with a push while the app is active")]
    }
    guard touch == .tapped else {
      return [.log(.user, "swipe the banner away"), .apply(.feature(touch))]
    }
    return [.log(.user, "tap the banner")] + read(index)
      + [.apply(.feature(touch))]
      + show(.notifications)
  }

  private mutating func answer(_ index: Int, with response: PushResponse) -> [Effect] {
    let notification = notifications[index]
    let request = notification.request
    return read(index) + [.apply(.open(notification.payload, response, request: request))]
  }

  /// The server marks a notification as read.
  private mutating func read(_ index: Int) -> [Effect] {
    let isCounted = notifications[index].isInInbox && !notifications[index].isOpened
    notifications[index].isOpened = true
    guard isCounted, account != nil else { return [] }
    unreadCount = max(0, unreadCount - 1)
    return [.apply(answer), .log(.server, "now counts \(unreadCount) unread")]
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
    let arrival = [Effect.log(.server, "sends a message, since there is none to answer")]
    return arrival + deliver(payload).effects
  }

  private mutating func toggleQuiet() -> [Effect] {
    isQuiet.toggle()
    // From midnight to midnight, so that they are always on.
    let allDay = QuietWindow(from: TimeOfDay(hour: 0), to: TimeOfDay(hour: 0))
    var settings = QuietSettings()
    settings.windows = isQuiet ? [allDay] : []
    return [
      .log(.user, isQuiet ? "turn quiet hours on" : "turn quiet hours off"),
      .apply(.feature(QuietChange(settings))),
    ]
  }
}

// MARK: - Pushes

extension LiveCore {
  /// A push arrives at the device.
  ///
  /// - Returns: The effects, and whether the app receives the push before the user taps it.
  mutating func deliver(_ payload: PushPayload) -> (effects: [Effect], isReceived: Bool) {
    if payload.isSilent {
      let message = "shows nothing for a silent push, and delivers it to the app"
      return ([.log(.system, message), .apply(.push(payload, via: .remote, request: nil))], true)
    }
    let (notification, isNew) = keep(payload)
    var effects = isNew ? count(notification) : [.log(.server, "has this message already")]
    let channels = channels(for: notification)
    for channel in channels {
      let request = channel == .present ? notification.request : nil
      effects.append(.apply(.push(payload, via: channel, request: request)))
    }
    guard channels.isEmpty else { return (effects, true) }
    effects.append(
      .log(.system, "shows a push; without content-available the app receives it with a tap")
    )
    return (effects, false)
  }

  /// The callbacks by which the app now receives a push that is not silent.
  private func channels(for notification: LiveNotification) -> [PushCallbackKind] {
    let presented: [PushCallbackKind] = isForeground ? [.present] : []
    return presented + (notification.payload.aps.contentAvailable ? [.remote] : [])
  }

  /// Keeps a notification; one with the identifier of another is that one.
  private mutating func keep(_ payload: PushPayload) -> (LiveNotification, isNew: Bool) {
    let new = LiveNotification(payload, number: lastNotification + 1, isInInbox: account != nil)
    if let id = new.messageID, let known = notifications.last(where: { $0.messageID == id }) {
      return (known, false)
    }
    lastNotification = new.number
    notifications.append(new)
    if notifications.count > Self.mostNotifications {
      notifications.removeFirst()
    }
    return (new, true)
  }

  /// The server counts and lists a new notification.
  private mutating func count(_ notification: LiveNotification) -> [Effect] {
    guard notification.isInInbox else {
      return [.log(.server, "counts nothing, since no account is signed in")]
    }
    unreadCount += 1
    return [.apply(answer), .apply(list)]
  }
}

extension CountdownChange {
  fileprivate static func adding(_ offers: [Model]) -> Self {
    var change = showing(offers)
    change.added = offers
    return change
  }

  fileprivate static func showing(_ offers: [Model]) -> Self {
    var change = Self()
    change.shown = offers.map(\.id)
    return change
  }

  fileprivate static func hiding(_ offers: [Model]) -> Self {
    var change = Self()
    change.hidden = offers.map(\.id)
    return change
  }
}
