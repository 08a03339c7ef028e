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
  ///   - center: Returns the center that registers the category.
  public static func buttons(
    _ name: String = "buttons",
    limit: Duration = .seconds(2),
    in center: @escaping @Sendable () -> UNUserNotificationCenter = { .current() }
  ) -> Self {
    changing(name, limit: limit) { notification in
      let buttons = notification.buttons
      guard !buttons.isEmpty else { return }
      var category = NotificationCategory(identifier: "buttons")
      for button in buttons {
        var action = NotificationAction(identifier: button.identifier, title: button.title)
        action.opensApp = button.link != nil
        category.actions.append(action)
        category.identifier += " \(action.identifier) \(action.title) \(action.opensApp)"
      }
      await withCheckedContinuation { continuation in
        let center = center()
        center.getNotificationCategories { @Sendable [category] registered in
          if !registered.contains(where: { $0.identifier == category.identifier }) {
            center.setNotificationCategories(registered.union([category.system]))
          }
          continuation.resume()
        }
      }
      notification.categoryIdentifier = category.identifier
    }
  }
}
#endif
