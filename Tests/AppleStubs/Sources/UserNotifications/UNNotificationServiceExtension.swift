import Foundation
import StubSystem

/// https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension
open class UNNotificationServiceExtension: NSObject {
  public override init() {}

  /// https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension/didreceive(_:withcontenthandler:)
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {}

  /// https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension/serviceextensiontimewillexpire()
  open func serviceExtensionTimeWillExpire() {}
}
