public import Foundation
public import PushHub

extension Outbox {
  /// Writes a receipt where there is no notification manager: in a service extension.
  ///
  /// ```swift
  /// let outbox = Outbox(directory: group.appending(path: "receipts"))
  /// try? outbox.append(
  ///   .delivered,
  ///   of: PushPayload(request),
  ///   requestIdentifier: request.identifier,
  ///   account: nil,
  ///   date: .now
  /// )
  /// ```
  ///
  /// The app's ``PushReceipts`` sends it, when it runs next. A push that reaches both has two receipts:
  /// `delivered` from the extension and `received` from the app.
  ///
  /// - Parameters:
  ///   - kind: The outcome of the push.
  ///   - payload: The payload sent.
  ///   - requestIdentifier: The notification request's identifier; it identifies a push without a message
  ///     id.
  ///   - account: The account of the push, if known. A receipt without an account is sent for the account
  ///     that is signed in, or that signs in next.
  ///   - date: The date of the receipt, by the wall clock.
  ///   - senders: The possible senders of the push, as in the manager's configuration.
  /// - Returns: The receipt, which is on disk.
  /// - Throws: The system's error. A service extension should continue nevertheless: the user waits for the
  ///   notification.
  /// - Complexity: One file, see `SharedFolder`.
  @discardableResult
  public func append(
    _ kind: PushReceipt.Kind,
    of payload: PushPayload,
    requestIdentifier: String?,
    account: AccountID?,
    date: Date,
    senders: [any PushSender] = .standard
  ) throws -> PushReceipt {
    let messageID = senders.sender(of: payload).messageID(of: payload)
    let receipt = PushReceipt(
      kind,
      pushID: messageID ?? requestIdentifier ?? "",
      messageID: messageID,
      account: account,
      date: date
    )
    _ = try append(receipt)
    return receipt
  }

  func append(_ receipt: PushReceipt) throws -> (count: Int, dropped: Int) {
    try append(
      receipt,
      id: receipt.id,
      account: receipt.account?.rawValue,
      date: receipt.date
    )
  }
}
