#if canImport(UserNotifications) && !os(tvOS)
public import PushHub

extension DeviceRegistration {
  /// Says what the user lets the app show: now, and from now on whenever it changes.
  ///
  /// ```swift
  /// registration.follow(permission)
  /// ```
  ///
  /// The permission is read first, so that what the system has not said yet is not taken for the
  /// answer. It notices changes for as long as it observes the app's lifecycle. Neither keeps the other
  /// alive: this ends with either, and when another is followed.
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
