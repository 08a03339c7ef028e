import Foundation
import StubSystem
import Synchronization

/// [Apple](https://developer.apple.com/documentation/intents/ininteraction).
open class INInteraction: NSObject {
  /// The incoming conversations that were donated, and their groups.
  public static let stubDonations = Mutex<[(conversation: String?, group: String?)]>([])

  /// The groups that were deleted.
  public static let stubDeletions = Mutex<[String]>([])

  public let stubIntent: INIntent

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/init(intent:response:)).
  public init(intent: INIntent, response: INIntentResponse?) {
    stubIntent = intent
  }

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/direction).
  open var direction = INInteractionDirection.unspecified

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/groupidentifier).
  open var groupIdentifier: String?

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/delete(with:completion:)-tcq9).
  open class func delete(
    with groupIdentifier: String,
    completion: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    stubDeletions.withLock { $0.append(groupIdentifier) }
    guard let completion else { return }
    StubThread.background.run { completion(nil) }
  }

  /// [Apple](https://developer.apple.com/documentation/intents/ininteraction/donate(completion:)).
  ///
  /// A donation for the conversation "no answer" is never completed.
  open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
    #if !os(tvOS)
    if direction == .incoming {
      let donation = ((stubIntent as? INSendMessageIntent)?.stubConversation, groupIdentifier)
      Self.stubDonations.withLock { $0.append(donation) }
    }
    #endif
    #if !os(tvOS)
    if (stubIntent as? INSendMessageIntent)?.stubConversation == "no answer" { return }
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
