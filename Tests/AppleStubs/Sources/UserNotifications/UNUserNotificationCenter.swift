import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter).
///
/// Whatever it calls back, it calls on a background queue.
open class UNUserNotificationCenter: NSObject {
  /// What the user has set; asking changes it as ``stubAnswer`` says.
  public var stubSettings = UNNotificationSettings(stub: .notDetermined)

  /// What the user answers when asked for the first time.
  public var stubAnswer = UNAuthorizationStatus.authorized

  /// What the system refuses with instead of asking or of showing a number.
  public var stubError: (any Error)?

  /// What the app asked for.
  public private(set) var stubRequests: [UNAuthorizationOptions] = []

  /// The numbers that the app set.
  public private(set) var stubBadgeCounts: [Int] = []

  /// One for a test alone; the system has ``current()`` only.
  public init(stub: Void) {}

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current()).
  ///
  /// Belongs to an app: in a process that has no bundle the system throws an exception that Swift
  /// cannot catch. On Linux no process has one.
  open class func current() -> UNUserNotificationCenter {
    preconditionFailure(
      """
      NSInternalInconsistencyException: bundleProxyForCurrentProcess is nil: \
      mainBundle.bundleURL \(Bundle.main.bundleURL)
      """
    )
  }

  /// Whether completion handlers are kept instead of being called.
  public var stubIsSilent = false

  /// Whether the user lets the question wait.
  public var stubAsksSilently = false

  private var stubHeld: [@Sendable () -> Void] = []

  /// Calls what was kept, on a background queue.
  public func stubAnswerAll() {
    let held = stubHeld
    stubHeld = []
    for answer in held {
      StubThread.background.run(answer)
    }
  }

  private func answer(isKept: Bool = false, _ answer: @escaping @Sendable () -> Void) {
    if stubIsSilent || isKept {
      stubHeld.append(answer)
    } else {
      StubThread.background.run(answer)
    }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/delegate).
  open weak var delegate: (any UNUserNotificationCenterDelegate)?

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/requestauthorization(options:completionhandler:)).
  open func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    stubRequests.append(options)
    let isOpen =
      stubSettings.authorizationStatus == .notDetermined
      || stubSettings.authorizationStatus == .provisional && !options.contains(.provisional)
    if isOpen, stubError == nil {
      stubSettings = UNNotificationSettings(
        stub: options.contains(.provisional) ? .provisional : stubAnswer
      )
    }
    let isGranted = [.authorized, .provisional].contains(stubSettings.authorizationStatus)
    let error = stubError
    answer(isKept: stubAsksSilently) { completionHandler(error == nil && isGranted, error) }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getnotificationsettings(completionhandler:)).
  open func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    let settings = stubSettings
    answer { completionHandler(settings) }
  }

  /// The pending requests, in the order in which they were added.
  public var stubPending: [UNNotificationRequest] = []

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/add(_:withcompletionhandler:)).
  ///
  /// It keeps what is a property list alone, and 64 for an app.
  open func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    #if !os(tvOS)
    precondition(
      PropertyListSerialization.propertyList(request.content.userInfo, isValidFor: .binary),
      "NSInternalInconsistencyException: userInfo is no property list"
    )
    #endif
    let error = stubError
    if error == nil {
      stubPending.removeAll { $0.identifier == request.identifier }
      if stubPending.count < 64 { stubPending.append(request) }
    }
    answer { completionHandler?(error) }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removependingnotificationrequests(withidentifiers:)).
  open func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    stubPending.removeAll { identifiers.contains($0.identifier) }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getpendingnotificationrequests(completionhandler:)).
  open func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    let pending = stubPending
    answer { completionHandler(pending) }
  }

  #if !os(tvOS)
  /// What is registered now.
  public var stubCategories: Set<UNNotificationCategory> = []

  /// How often categories were registered.
  public private(set) var stubCategorySettings = 0

  /// How often categories were read.
  public private(set) var stubCategoryReadings = 0

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setnotificationcategories(_:)).
  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    stubCategorySettings += 1
    stubCategories = categories
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getnotificationcategories(completionhandler:)).
  open func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    let categories = stubCategories
    stubCategoryReadings += 1
    answer { completionHandler(categories) }
  }
  #endif

  #if !os(tvOS)
  /// What is shown.
  public var stubDelivered: [UNNotification] = []

  /// Whether each list is given twice.
  public var stubListsTwice = false

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getdeliverednotifications(completionhandler:)).
  open func getDeliveredNotifications(
    completionHandler: @escaping @Sendable ([UNNotification]) -> Void
  ) {
    let notifications = stubDelivered
    let listsTwice = stubListsTwice
    answer {
      completionHandler(notifications)
      if listsTwice { completionHandler([]) }
    }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/removedeliverednotifications(withidentifiers:)).
  open func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    stubDelivered.removeAll { identifiers.contains($0.request.identifier) }
  }
  #endif

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/setbadgecount(_:withcompletionhandler:)).
  open func setBadgeCount(
    _ newBadgeCount: Int,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    stubBadgeCounts.append(newBadgeCount)
    let error = stubError
    answer { completionHandler?(error) }
  }
  #endif
}

// MARK: - What the system does

extension UNUserNotificationCenter {
  /// Asks the delegate how to present a notification, and returns its answer.
  @MainActor
  public func stubPresent(
    _ notification: UNNotification,
    from thread: StubThread = .background
  ) async -> UNNotificationPresentationOptions {
    await withCheckedContinuation { continuation in
      thread.run {
        let handler = HostileHandler<UNNotificationPresentationOptions>("willPresent") {
          continuation.resume(returning: $0)
        }
        let call: Void? = self.delegate?.userNotificationCenter?(
          self,
          willPresent: notification,
          withCompletionHandler: { handler($0) }
        )
        if call == nil {
          DispatchQueue.main.async { handler([]) }
        }
      }
    }
  }

  #if !os(tvOS)
  /// Hands the delegate an answer of the user's, and returns when it says that it is done.
  @MainActor
  public func stubRespond(
    _ response: UNNotificationResponse,
    from thread: StubThread = .background
  ) async {
    await withCheckedContinuation { continuation in
      thread.run {
        let handler = HostileHandler<Void>("didReceive") { continuation.resume() }
        let call: Void? = self.delegate?.userNotificationCenter?(
          self,
          didReceive: response,
          withCompletionHandler: { handler(()) }
        )
        if call == nil {
          DispatchQueue.main.async { handler(()) }
        }
      }
    }
  }
  #endif
}
