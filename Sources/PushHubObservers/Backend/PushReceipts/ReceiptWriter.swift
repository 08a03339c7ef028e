public import Foundation
public import PushHub

/// Writes receipts where there is no hub: in a service extension.
///
/// ```swift
/// let outbox = Outbox(directory: group.appending(path: "receipts"), process: "extension")
/// let receipts = ReceiptWriter(outbox: outbox)
/// try? receipts.append(
///   .delivered,
///   of: PushPayload(request),
///   requestIdentifier: request.identifier,
///   account: nil,
///   date: .now
/// )
/// ```
///
/// The app's ``PushReceipts`` sends them, when it runs next. A push that reaches both has a receipt of
/// each place: `delivered` of the extension's and `received` of the app's.
public struct ReceiptWriter: Sendable {
  private let outbox: Outbox
  private let senders: [any PushSender]

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - outbox: Where to; of the app's directory, with a process name of its own.
  ///   - senders: Who may have sent the pushes, as in the manager's configuration.
  public init(outbox: Outbox, senders: [any PushSender] = .standard) {
    self.outbox = outbox
    self.senders = senders
  }

  /// Appends a receipt; it is in its file when this returns.
  ///
  /// - Parameters:
  ///   - kind: What became of the push.
  ///   - payload: What was sent.
  ///   - requestIdentifier: The notification request's identifier; it names a push whose sender did
  ///     not.
  ///   - account: Whose push it is, if that is known. A receipt of nobody known is sent for whoever
  ///     signs in next, or is signed in.
  ///   - date: When, by the wall clock.
  /// - Returns: The receipt with its id.
  /// - Throws: ``OutboxError``. A service extension should go on nevertheless: the user waits for the
  ///   notification.
  @discardableResult
  public func append(
    _ kind: PushReceipt.Kind,
    of payload: PushPayload,
    requestIdentifier: String?,
    account: AccountID?,
    date: Date
  ) throws(OutboxError) -> PushReceipt {
    let messageID = senders.sender(of: payload).messageID(of: payload)
    var receipt = PushReceipt(
      kind,
      pushID: messageID ?? requestIdentifier ?? "",
      messageID: messageID,
      account: account,
      date: date
    )
    receipt.id = try outbox.append(account: account) { receipt.write(to: &$0) }.id
    return receipt
  }
}
