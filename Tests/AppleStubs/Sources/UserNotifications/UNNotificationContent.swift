import Foundation
import Synchronization

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent).
///
/// The mutable subclass redeclares the properties as settable; here they are stored once and the
/// subclass sets what it finds.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  struct Fields {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var categoryIdentifier = ""
    var threadIdentifier = ""
    var userInfo: [AnyHashable: Any] = [:]
    #if !os(tvOS)
    var attachments: [UNNotificationAttachment] = []
    var sound: UNNotificationSound?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    #endif
  }

  var fields = Fields()

  public override init() {}

  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/title).
  open var title: String { fields.title }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/subtitle).
  open var subtitle: String { fields.subtitle }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/body).
  open var body: String { fields.body }
  #endif

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/badge).
  open var badge: NSNumber? { fields.badge }

  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/categoryidentifier).
  open var categoryIdentifier: String { fields.categoryIdentifier }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/threadidentifier).
  open var threadIdentifier: String { fields.threadIdentifier }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/userinfo).
  open var userInfo: [AnyHashable: Any] { fields.userInfo }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/attachments).
  open var attachments: [UNNotificationAttachment] { fields.attachments }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/sound).
  open var sound: UNNotificationSound? { fields.sound }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/interruptionlevel).
  open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
  #endif

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UNNotificationContent()
    copy.fields = fields
    return copy
  }

  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.fields = fields
    return copy
  }
}

/// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent).
open class UNMutableNotificationContent: UNNotificationContent {
  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/title).
  open override var title: String {
    get { fields.title }
    set { fields.title = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/subtitle).
  open override var subtitle: String {
    get { fields.subtitle }
    set { fields.subtitle = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/body).
  open override var body: String {
    get { fields.body }
    set { fields.body = newValue }
  }
  #endif

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/badge).
  open override var badge: NSNumber? {
    get { fields.badge }
    set { fields.badge = newValue }
  }

  #if !os(tvOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/categoryidentifier).
  open override var categoryIdentifier: String {
    get { fields.categoryIdentifier }
    set { fields.categoryIdentifier = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/threadidentifier).
  open override var threadIdentifier: String {
    get { fields.threadIdentifier }
    set { fields.threadIdentifier = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/userinfo).
  open override var userInfo: [AnyHashable: Any] {
    get { fields.userInfo }
    set { fields.userInfo = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/attachments).
  open override var attachments: [UNNotificationAttachment] {
    get { fields.attachments }
    set { fields.attachments = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/sound).
  open override var sound: UNNotificationSound? {
    get { fields.sound }
    set { fields.sound = newValue }
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unmutablenotificationcontent/interruptionlevel).
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { fields.interruptionLevel }
    set { fields.interruptionLevel = newValue }
  }
  #endif
}

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationinterruptionlevel).
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationinterruptionlevel/passive).
  case passive

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationinterruptionlevel/active).
  case active

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationinterruptionlevel/timesensitive).
  case timeSensitive

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationinterruptionlevel/critical).
  case critical
}
#endif

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
open class UNNotificationAttachment: NSObject {
  /// Refuses each file from here on, as the system does one that it can't read.
  public static let stubRefusesFiles = Mutex(false)

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationattachment/identifier).
  public let identifier: String

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationattachment/url).
  public let url: URL

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationattachment/init(identifier:url:options:)).
  public init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
    guard URL.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
    guard !Self.stubRefusesFiles.withLock({ $0 }) else { throw CocoaError(.fileReadCorruptFile) }
    self.identifier = identifier
    url = URL
  }
}
#endif

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsound).
open class UNNotificationSound: NSObject {
  public let stubName: String?

  private init(stubName: String?) {
    self.stubName = stubName
  }

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsound/default).
  open class var `default`: UNNotificationSound { UNNotificationSound(stubName: nil) }

  #if !os(watchOS)
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsound/init(named:)).
  public init(named name: UNNotificationSoundName) {
    stubName = name.rawValue
  }
  #endif
}

#if !os(watchOS)
/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationsoundname).
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
  public var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
#endif
#endif
