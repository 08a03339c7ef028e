#if !os(tvOS)
import Foundation
import StubSystem

/// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
open class UNNotificationServiceExtension: NSObject {
  public override init() {}

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension/didreceive(_:withcontenthandler:)).
  open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {}

  /// [Apple](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension/serviceextensiontimewillexpire()).
  open func serviceExtensionTimeWillExpire() {}
}
#endif
