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
      let start = self?.clock?.now
      let first = await permission?.refresh()
      guard let budget = permission?.settingsBudget, let statuses = permission?.statuses else {
        return
      }
      // A system that does not answer uses up its budget, and nothing is known then.
      var isUnknown = first == PermissionStatus() && self?.hasPassed(budget, since: start) == true
      for await status in statuses {
        guard !Task.isCancelled, let self else { return }
        isUnknown = isUnknown && status == PermissionStatus()
        if !isUnknown {
          self.setPermission(DeviceRecord.Permission(status.authorization))
        }
      }
    }
  }

  private func hasPassed(_ duration: Duration, since start: ContinuousClock.Instant?) -> Bool {
    guard let start, let clock else { return false }
    return clock.now - start >= duration
  }
}

extension DeviceRecord.Permission {
  /// What the system calls so.
  public init(_ authorization: PermissionStatus.Authorization) {
    self =
      switch authorization {
      case .notDetermined: .notDetermined
      case .denied: .denied
      case .authorized: .authorized
      case .provisional: .provisional
      case .ephemeral: .ephemeral
      }
  }
}
#endif
