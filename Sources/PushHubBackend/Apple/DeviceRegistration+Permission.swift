#if canImport(UserNotifications) && !os(tvOS)
public import PushHub

extension DeviceRegistration {
  /// Sets whether the user lets the app show notifications, now and whenever that changes.
  ///
  /// ```swift
  /// registration.follow(permission)
  /// ```
  ///
  /// The permission is read first. It reports changes for as long as it observes the app's lifecycle. Neither
  /// object keeps the other alive. Following ends with either of them, and when another permission is followed.
  public func follow(_ permission: NotificationPermission) {
    following?.cancel()
    following = Task { [weak self, weak permission] in
      _ = await permission?.refresh()
      guard let statuses = permission?.statuses else { return }
      for await status in statuses {
        guard !Task.isCancelled, let self else { return }
        if let status { self.setPermission(status) }
      }
    }
  }
}
#endif
