#if canImport(UserNotifications) && !os(tvOS)
import Foundation
import Intents
// The framework promises the compiler nothing about its classes. A request does not change, and the
// content that is changed stays on the main actor.
@unsafe @preconcurrency public import UserNotifications

extension ServiceExtensionHost {
  /// Runs the steps with a notification that the system has given to the extension.
  ///
  /// The call returns at once, on whatever thread the system makes it. Content that no step changes is
  /// delivered as it came. See
  /// [UNNotificationServiceExtension](https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension).
  ///
  /// - Parameters:
  ///   - request: The notification.
  ///   - contentHandler: The system's handler; called once, on the main actor, which the framework allows
  ///     and does not declare: hence `@preconcurrency` and `@Sendable`.
  public nonisolated func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    onMainActor { [self] in
      let original = ExtensionNotification(request, date: scheduler.date)
      process(original) { notification in
        var refusal: (any Error)?
        let content = request.content.changed(
          from: original,
          to: notification,
          refusal: &refusal
        )
        guard let sender = notification.sender, !notification.isDropped else {
          return ({ contentHandler(content) }, refusal)
        }
        let intent = INSendMessageIntent(from: sender, in: content)
        do {
          // Without the capability, nothing is donated.
          _ = try content.updating(from: intent)
        } catch {
          return ({ contentHandler(content) }, error)
        }
        return (
          {
            Donation.wait(for: intent, of: notification.account, on: self.scheduler) {
              contentHandler((try? content.updating(from: intent)) ?? content)
            }
          }, refusal
        )
      }
    }
  }

  /// Delivers at once what is under way; to be called when the extension's time expires.
  ///
  /// The notification is delivered when the call returns.
  public nonisolated func serviceExtensionTimeWillExpire() {
    waitOnMainActor { [self] in
      expire()
      Donation.endAll()
    }
  }
}

extension ExtensionNotification {
  /// Copies a notification as the system shows it.
  fileprivate init(_ request: UNNotificationRequest, date: Date) {
    self.init(PushPayload(request), requestIdentifier: request.identifier, date: date)
    let content = request.content
    title = content.title
    subtitle = content.subtitle
    body = content.body
    badge = content.badge?.intValue
    threadIdentifier = content.threadIdentifier
    categoryIdentifier = content.categoryIdentifier
  }
}

extension UNNotificationContent {
  @MainActor
  fileprivate func changed(
    from original: ExtensionNotification,
    to notification: ExtensionNotification,
    refusal: inout (any Error)?
  ) -> UNNotificationContent {
    // An empty content is what the system wants for a notification that it does not show.
    if notification.isDropped {
      notification.removeAttachments()
      return UNNotificationContent()
    }
    guard let content = mutableCopy() as? UNMutableNotificationContent else { return self }
    if notification.title != original.title { content.title = notification.title }
    if notification.subtitle != original.subtitle { content.subtitle = notification.subtitle }
    if notification.body != original.body { content.body = notification.body }
    if notification.badge != original.badge {
      content.badge = notification.badge.map { $0 as NSNumber }
    }
    content.threadIdentifier = notification.threadIdentifier
    content.categoryIdentifier = notification.categoryIdentifier
    if notification.sound != original.sound {
      content.sound = notification.sound.map(UNNotificationSound.sound)
    }
    if notification.interruptionLevel != original.interruptionLevel {
      content.interruptionLevel = UNNotificationInterruptionLevel(notification.interruptionLevel)
    }
    let (sent, userInfo) = (original.userInfo, notification.userInfo)
    for key in Set(sent.keys).union(userInfo.keys) where userInfo[key] != sent[key] {
      content.userInfo[key] = userInfo[key]?.propertyList
    }
    for file in notification.attachments {
      do {
        let name = file.lastPathComponent
        content.attachments.append(try UNNotificationAttachment(identifier: name, url: file))
      } catch {
        try? FileManager.default.removeItem(at: file)
        refusal = error
      }
    }
    return content.copy() as? UNNotificationContent ?? content
  }
}

extension INSendMessageIntent {
  /// A message of a conversation, which the system shows with its sender.
  ///
  /// See [Implementing communication notifications](https://developer.apple.com/documentation/usernotifications/implementing-communication-notifications).
  fileprivate convenience init(
    from sender: ExtensionNotification.Sender,
    in content: UNNotificationContent
  ) {
    let person = INPerson(
      personHandle: INPersonHandle(value: sender.handle ?? sender.name, type: .unknown),
      nameComponents: nil,
      displayName: sender.name,
      image: sender.avatar.map { INImage(imageData: $0) },
      contactIdentifier: nil,
      customIdentifier: nil
    )
    self.init(
      recipients: nil,
      outgoingMessageType: .outgoingMessageText,
      content: content.body,
      speakableGroupName: sender.groupName.map { INSpeakableString(spokenPhrase: $0) },
      conversationIdentifier: content.threadIdentifier.isEmpty ? nil : content.threadIdentifier,
      serviceName: nil,
      sender: person,
      attachments: nil
    )
  }
}

/// A donation of a message to the system, for which the delivery waits.
@MainActor
private enum Donation {
  /// The longest wait; the steps have had their time before.
  static let limit = Duration.seconds(2)

  static var pending: [ObjectIdentifier: TimedAnswer<Void>] = [:]

  /// Donates a message, which is deleted when its account signs out, and finishes once.
  static func wait(
    for intent: INSendMessageIntent,
    of account: AccountID?,
    on scheduler: any Scheduler,
    finish: @escaping () -> Void
  ) {
    let interaction = INInteraction(intent: intent, response: nil)
    interaction.direction = .incoming
    interaction.groupIdentifier = account?.rawValue
    let id = ObjectIdentifier(interaction)
    pending[id] = TimedAnswer(within: limit, on: scheduler) { _ in
      pending[id] = nil
      finish()
    }
    interaction.donate { _ in
      onMainActor { pending[id]?.receive(()) }
    }
  }

  /// Ends all waits, for the end of the system's time.
  static func endAll() {
    for answer in pending.values { answer.receive(nil) }
  }
}
#endif
