#if !os(tvOS)
import Foundation

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontentproviding).
public protocol UNNotificationContentProviding: NSObjectProtocol {}

extension UNNotificationContent {
  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationcontent/updating(from:)).
  public func updating(
    from provider: any UNNotificationContentProviding
  ) throws -> UNNotificationContent {
    // As the system does without the capability, or for a provider that says too little.
    guard !threadIdentifier.isEmpty else { throw CocoaError(.featureUnsupported) }
    let content = StubCommunication(provider)
    content.fields = fields
    return content
  }
}

/// What the system shows with the sender before the app.
public final class StubCommunication: UNNotificationContent {
  public let stubProvider: any UNNotificationContentProviding

  init(_ provider: any UNNotificationContentProviding) {
    stubProvider = provider
    super.init()
  }
}
#endif
