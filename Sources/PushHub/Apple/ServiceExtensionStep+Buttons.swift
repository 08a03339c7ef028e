#if canImport(UserNotifications) && !os(tvOS)
// The center's classes are not annotated for concurrency; categories don't change.
@unsafe @preconcurrency public import UserNotifications

extension ServiceExtensionStep {
  /// Shows the buttons that the payload itself has, such as those of Iterable, Klaviyo and Home Assistant.
  ///
  /// They are registered as a category, which the notification gets in place of its own. The app opens
  /// ``Push/link(for:)``. One set of buttons is registered once, however many notifications have it.
  ///
  /// - Parameters:
  ///   - name: The name of the step in the log of runs.
  ///   - limit: The time limit.
  ///   - identification: The rules that find out the sender; those of the app's manager.
  ///   - center: Returns the center that registers the category.
  public static func buttons(
    _ name: String = "buttons",
    limit: Duration = .seconds(2),
    identifiedBy identification: PushIdentification = PushIdentification(),
    in center: @escaping @Sendable () -> UNUserNotificationCenter = { .current() }
  ) -> Self {
    changing(name, limit: limit) { notification in
      let payload = notification.payload
      let actions = identification.identity(of: payload).sender.buttons(of: payload).map(\.action)
      guard !actions.isEmpty else { return }
      let names = actions.flatMap { [$0.identifier, $0.title, "\($0.opensApp)"] }
      let identifier = "buttons " + names.joined(separator: "\u{1F}")
      let category = NotificationCategory(identifier: identifier, actions: actions)
      await withCheckedContinuation { continuation in
        let center = center()
        center.getNotificationCategories { @Sendable registered in
          if !registered.contains(where: { $0.identifier == identifier }) {
            center.setNotificationCategories(registered.union([category.system]))
          }
          continuation.resume()
        }
      }
      notification.categoryIdentifier = identifier
    }
  }
}
#endif
