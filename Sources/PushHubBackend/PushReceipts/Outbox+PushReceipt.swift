import Foundation
public import PushHub

extension Outbox {
  /// Writes a receipt where there is no notification manager: in a step of a service extension.
  ///
  /// ```swift
  /// let outbox = Outbox(directory: group.appending(path: "receipts"))
  /// try? outbox.append(.delivered, of: notification)
  /// ```
  ///
  /// The app's ``PushReceipts`` sends it, when it runs next. A push that reaches both has two receipts:
  /// `delivered` from the extension and `received` from the app.
  ///
  /// - Parameters:
  ///   - kind: The outcome of the push.
  ///   - notification: The notification, as a step receives it. Its request identifier identifies a push
  ///     without a message id. The receipt of one without an account is sent for the account that is shown, or
  ///     that is shown next.
  /// - Returns: The receipt, which is on disk.
  /// - Throws: The system's error. A service extension should continue nevertheless: the user waits for the
  ///   notification.
  /// - Complexity: One file, see `SharedFolder`.
  @discardableResult
  public func append(
    _ kind: PushReceipt.Kind,
    of notification: ExtensionNotification
  ) throws -> PushReceipt {
    let receipt = PushReceipt(kind, of: notification)
    try append(receipt)
    return receipt
  }

  /// Sends receipts that were read, and removes them.
  func send(
    _ reading: OutboxReading,
    for account: AccountID,
    to endpoint: any ReceiptEndpoint,
    at date: Date
  ) async throws {
    guard !reading.contents.isEmpty else { return }
    do {
      try await endpoint.send(
        ReceiptBatch(account: account, lostCount: reading.lostCount, receipts: reading.contents)
      )
    } catch {
      if let pause = SourceFailure(error).retryAfter {
        try? self.pause(account, at: date, for: pause)
      }
      throw error
    }
    try folder.remove(reading.names)
  }
}

extension PushReceipt {
  init(_ kind: Kind, of notification: ExtensionNotification) {
    self.init(
      kind,
      pushID: notification.messageID ?? notification.requestIdentifier,
      messageID: notification.messageID,
      account: notification.account,
      date: notification.date
    )
  }
}
