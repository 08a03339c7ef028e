/// Something that a service extension does with each notification before it is shown.
///
/// ```swift
/// let names = ServiceExtensionStep.changing("names", limit: .seconds(5)) { notification in
///   notification.title = try await names.name(for: notification.payload["sender"])
/// }
/// ```
///
/// A step that changes the notification works on a copy. Its changes count once it returns; when
/// it throws, or is not done in time, the notification stays as the steps before it left it. A step that
/// only reads gets the notification as it is in its turn, and runs beside the steps after it. Steps run
/// outside the main actor.
public struct ServiceExtensionStep: Sendable {
  /// The name in the log of runs, which differs from that of the extension's other steps.
  public let name: String

  /// The time limit, up to the remaining budget; `nil` for a share of that.
  public let limit: Duration?

  /// Whether it only reads, and runs beside the steps after it.
  public let isReadOnly: Bool

  let work: @Sendable (inout ExtensionNotification) async throws -> Void

  /// A step that changes the notification.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit, up to the remaining budget; `nil` for a share of that.
  ///   - change: Changes the notification; canceled when its time is up.
  public static func changing(
    _ name: String,
    limit: Duration? = nil,
    _ change: @escaping @Sendable (inout ExtensionNotification) async throws -> Void
  ) -> Self {
    Self(name: name, limit: limit, isReadOnly: false, work: change)
  }

  /// A step that only reads the notification, such as one that writes a receipt.
  ///
  /// The notification is not delivered before the step is done or its time is up: the system may end the
  /// extension right after the delivery.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit; `nil` for the remaining budget.
  ///   - read: Reads the notification; canceled when its time is up.
  public static func reading(
    _ name: String,
    limit: Duration? = nil,
    _ read: @escaping @Sendable (ExtensionNotification) async throws -> Void
  ) -> Self {
    Self(name: name, limit: limit, isReadOnly: true) { try await read($0) }
  }
}

extension ServiceExtensionStep {
  /// Runs the step alone outside the main actor, without a limit; for tests of it.
  ///
  /// The files that it has attached are removed if it throws.
  ///
  /// - Returns: The notification as the step has changed it.
  /// - Throws: An error of the step.
  @concurrent
  public func process(_ notification: ExtensionNotification) async throws -> ExtensionNotification {
    var changed = notification
    do {
      try await work(&changed)
      return changed
    } catch {
      changed.removeAttachments(except: notification.attachments)
      throw error
    }
  }
}
