#if canImport(UserNotifications)
/// What has an ``AppHub``, such as an app delegate, and gives out what is in it.
@MainActor
public protocol AppHubHolder {
  /// All that an app has of PushHub.
  var hub: AppHub { get }
}

extension AppHubHolder {
  /// The app's clock.
  public var scheduler: any Scheduler { hub.scheduler }

  /// Where pushes come in.
  public var manager: NotificationManager { hub.manager }

  /// What the app is doing.
  public var lifecycle: AppLifecycle { hub.lifecycle }

  /// Keeps the app's features.
  public var host: PluginHost { hub.host }

  /// What takes the callbacks.
  public var pushes: PushForwarder { hub.pushes }
}
#endif
