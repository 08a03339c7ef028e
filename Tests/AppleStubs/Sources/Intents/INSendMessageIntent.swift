import Foundation
import UserNotifications

/// [Apple](https://developer.apple.com/documentation/intents/inintent).
open class INIntent: NSObject {}

/// [Apple](https://developer.apple.com/documentation/intents/inspeakablestring).
open class INSpeakableString: NSObject {
  public let stubPhrase: String

  /// [Apple](https://developer.apple.com/documentation/intents/inspeakablestring/init(spokenphrase:)).
  public init(spokenPhrase: String) {
    stubPhrase = spokenPhrase
  }
}

/// [Apple](https://developer.apple.com/documentation/intents/inimage).
open class INImage: NSObject {
  public let stubData: Data

  /// [Apple](https://developer.apple.com/documentation/intents/inimage/init(imagedata:)).
  public init(imageData: Data) {
    stubData = imageData
  }
}

#if !os(tvOS)
/// [Apple](https://developer.apple.com/documentation/intents/insendmessageintent).
open class INSendMessageIntent: INIntent, UNNotificationContentProviding {
  public let stubSender: INPerson?
  public let stubConversation: String?
  public let stubGroup: String?

  /// [Apple](https://developer.apple.com/documentation/intents/insendmessageintent/init(recipients:outgoingmessagetype:content:speakablegroupname:conversationidentifier:servicename:sender:attachments:)).
  public init(
    recipients: [INPerson]?,
    outgoingMessageType: INOutgoingMessageType,
    content: String?,
    speakableGroupName: INSpeakableString?,
    conversationIdentifier: String?,
    serviceName: String?,
    sender: INPerson?,
    attachments: [INSendMessageAttachment]?
  ) {
    stubSender = sender
    stubConversation = conversationIdentifier
    stubGroup = speakableGroupName?.stubPhrase
  }
}

/// [Apple](https://developer.apple.com/documentation/intents/inoutgoingmessagetype).
public enum INOutgoingMessageType: Int {
  /// [Apple](https://developer.apple.com/documentation/intents/inoutgoingmessagetype/outgoingmessagetext).
  case outgoingMessageText = 1
}

/// [Apple](https://developer.apple.com/documentation/intents/insendmessageattachment).
open class INSendMessageAttachment: NSObject {}

/// [Apple](https://developer.apple.com/documentation/intents/inperson).
open class INPerson: NSObject {
  public let stubName: String?
  public let stubImage: INImage?

  /// [Apple](https://developer.apple.com/documentation/intents/inperson/init(personhandle:namecomponents:displayname:image:contactidentifier:customidentifier:)).
  public init(
    personHandle: INPersonHandle,
    nameComponents: PersonNameComponents?,
    displayName: String?,
    image: INImage?,
    contactIdentifier: String?,
    customIdentifier: String?
  ) {
    stubName = displayName
    stubImage = image
  }
}

/// [Apple](https://developer.apple.com/documentation/intents/inpersonhandle).
open class INPersonHandle: NSObject {
  /// [Apple](https://developer.apple.com/documentation/intents/inpersonhandle/init(value:type:)).
  public init(value: String?, type: INPersonHandleType) {}
}

/// [Apple](https://developer.apple.com/documentation/intents/inpersonhandletype).
public enum INPersonHandleType: Int {
  /// [Apple](https://developer.apple.com/documentation/intents/inpersonhandletype/unknown).
  case unknown = 0
}
#endif
