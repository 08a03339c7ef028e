import PushHub

/// Installs the features at the launch, so that they also work when a push wakes the app without any
/// view.
final class InboxDelegate: PushHubAppDelegate {
  private(set) lazy var features = Features(on: hub)

  override func willLaunch() {
    features.start()
  }
}
