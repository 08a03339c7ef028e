public import PushHub

extension ServiceExtensionStep {
  /// Writes a receipt that the push was delivered, and sends what waits in the outbox when there is time.
  ///
  /// ```swift
  /// .receipt(to: Outbox(directory: group.appending(path: "receipts")))
  /// ```
  ///
  /// The receipt is on disk before anything is sent. One that the server doesn't accept in time stays there,
  /// and the app's ``PushReceipts`` sends it. Both send the oldest receipts first, in batches with the same
  /// ids and `Idempotency-Key`s; if both send at the same time, the server gets a receipt twice, with the same
  /// ``PushReceipt/id``.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit. The notification is delivered after the step has ended.
  ///   - outbox: The outbox of the receipts.
  ///   - batchSize: The number of receipts sent at once; as in the app.
  ///   - account: The account that is signed in; `nil` if that is not known, and then nothing is sent.
  ///     Receipts of other accounts stay.
  ///   - endpoint: Creates the endpoint; `nil` to leave sending to the app.
  public static func receipt(
    _ name: String = "receipt",
    limit: Duration = .seconds(5),
    to outbox: Outbox,
    batchSize: Int = 50,
    account: @escaping @Sendable (ExtensionNotification) -> AccountID? = { _ in nil },
    endpoint: (@MainActor @Sendable () throws -> any ReceiptEndpoint)? = nil
  ) -> Self {
    reading(name, limit: limit) { notification in
      let account = account(notification)
      try outbox.append(
        .delivered,
        of: notification,
        account: account
      )
      guard let account, let endpoint = try await endpoint?() else { return }
      let reading = outbox.read(PushReceipt.self, limit: batchSize, for: account) { _ in true }
      guard !reading.contents.isEmpty else { return }
      try await endpoint.send(
        ReceiptBatch(account: account, lostCount: reading.lostCount, receipts: reading.contents)
      )
      try outbox.remove(reading.names)
    }
  }
}
