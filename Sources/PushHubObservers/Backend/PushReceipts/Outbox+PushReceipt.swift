public import Foundation
public import PushHub

extension Outbox {
  /// Writes a receipt where there is no hub: in a service extension.
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
  /// The app's ``PushReceipts`` sends it, when it runs next. A push that reaches both has a receipt of
  /// each place: `delivered` of the extension's and `received` of the app's.
  ///
  /// - Parameters:
  ///   - kind: What became of the push.
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier; it names a push whose sender did
  ///     not.
  ///   - account: Whose push it is, if that is known. A receipt of nobody known is sent for whoever
  ///     signs in next, or is signed in.
  ///   - date: When, by the wall clock.
  ///   - senders: Who may have sent the push, as in the manager's configuration.
  /// - Returns: The receipt, which is on disk.
  /// - Throws: What the system says. A service extension should go on nevertheless: the user waits for the
  ///   notification.
  /// - Complexity: O(*n*) in the number of entries.
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
