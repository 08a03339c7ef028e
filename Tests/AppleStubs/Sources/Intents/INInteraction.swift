import Foundation
import StubSystem
import Synchronization

/// [Apple](https://developer.apple.com/documentation/intents/ininteraction).
open class INInteraction: NSObject {
  /// The incoming conversations that were donated.
  public static let stubDonations = Mutex<[String?]>([])

  public let stubIntent: INIntent

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/init(intent:response:)).
  public init(intent: INIntent, response: INIntentResponse?) {
    stubIntent = intent
  }

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/direction).
  open var direction = INInteractionDirection.unspecified

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/donate(completion:)).
  open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    #if !os(tvOS)
    if direction == .incoming {
      let conversation = (stubIntent as? INSendMessageIntent)?.stubConversation
      Self.stubDonations.withLock { $0.append(conversation) }
    }
    #endif
    guard let completion else { return }
    StubThread.background.run { completion(nil) }
  }
}

/// [Apple](https://developer.apple.com/documentation/intents/inintentresponse).
open class INIntentResponse: NSObject {}

/// [Apple](https://developer.apple.com/documentation/intents/ininteractiondirection).
public enum INInteractionDirection: Int {
  /// [Apple](https://developer.apple.com/documentation/intents/ininteractiondirection/unspecified).
  case unspecified = 0

  /// [Apple](https://developer.apple.com/documentation/intents/ininteractiondirection/incoming).
  case incoming = 2
}
