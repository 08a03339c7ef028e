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
  /// ``PushReceipt/id``. A receipt that can't be written is sent at once, since it would be lost. While a
  /// server's `Retry-After` holds, in this process or the app, nothing is sent, nor for a minute after another failure
  /// here. Without an account of the notification nothing is sent either, and receipts of other accounts stay.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit. The notification is delivered after the step has ended.
  ///   - outbox: The outbox of the receipts.
  ///   - batchSize: The number of receipts sent at once; as in the app.
  ///   - spread: The longest random delay before sending, so that a push to all users does not bring requests
  ///     of all devices at once; at most half of the limit.
  ///   - scheduler: Creates the clock of the delay, when it is needed.
  ///   - endpoint: Creates the endpoint; `nil` to leave sending to the app.
  public static func receipt(
    _ name: String = "receipt",
    limit: Duration = .seconds(5),
    to outbox: Outbox,
    batchSize: Int = 50,
    spread: Duration = .seconds(2),
    scheduler: @escaping @MainActor @Sendable () -> any Scheduler = { LiveScheduler() },
    endpoint: (@MainActor @Sendable () throws -> any ReceiptEndpoint)? = nil
  ) -> Self {
    reading(name, limit: limit) { notification in
      let (receipt, date) = (PushReceipt(.delivered, of: notification), notification.date)
      let writing = Result { try outbox.append(receipt) }
      guard let account = notification.account, let endpoint,
        outbox.pause(for: account, at: date) == nil,
        outbox.pause(for: account, at: date, in: .failures) == nil
      else {
        _ = try writing.get()
        return
      }
      let delay = min(spread, limit / 2) * Double.random(in: 0..<1)
      if delay > .zero { try await scheduler().sleep(for: delay) }
      var reading = outbox.read(limit: batchSize, of: [account])
      if case .failure = writing { reading.contents.append(receipt) }
      do {
        try await outbox.send(reading, for: account, to: endpoint(), at: date)
      } catch {
        // Each push would ask a server that fails.
        try? outbox.pause(account, at: date, for: .seconds(60), in: .failures)
        throw error
      }
    }
  }
}
