public import PushHub

/// Names a banner among those of one ``ForegroundBanners``; later ones have greater numbers.
public struct ForegroundBannerID: RawRepresentable, Hashable, Sendable {
  /// The number, counted from one.
  public let rawValue: Int

  /// Names a banner.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// A banner of the app's own, in place of the system's, and where touches on it go.
///
/// It stands for this one push: touches that come before it is shown or after its outcome change
/// nothing, even if the next banner is up by then.
@MainActor
public final class ForegroundBanner: Identifiable {
  /// Which banner it is.
  public nonisolated let id: ForegroundBannerID

  /// What it is about.
  public nonisolated let push: Push

  /// What it says.
  public nonisolated let content: ForegroundBannerContent

  /// What the system calls the notification, if that is known.
  public nonisolated let requestIdentifier: String?

  /// Whether the presenter was asked to show it.
  private(set) var isPresented = false
  private var isOver = false
  private let report: (ForegroundBannerTouch) -> Void

  init(
    id: ForegroundBannerID,
    push: Push,
    content: ForegroundBannerContent,
    requestIdentifier: String?,
    report: @escaping (ForegroundBannerTouch) -> Void
  ) {
    self.id = id
    self.push = push
    self.content = content
    self.requestIdentifier = requestIdentifier
    self.report = report
  }

  /// Tells what the user did; without effect before the banner counts as shown and after its outcome.
  public func touch(_ touch: ForegroundBannerTouch) {
    report(touch)
  }

  /// Whether the presenter may be asked to show it: not after the outcome.
  func beginPresentation() -> Bool {
    isPresented = !isOver
    return isPresented
  }

  func end() {
    isOver = true
  }
}

/// Shows banners.
///
/// It is asked for one banner at a time.
@MainActor
public protocol ForegroundBannerPresenting: AnyObject, Sendable {
  /// Puts a banner on the screen, and returns when it is there.
  ///
  /// The banner counts as shown, and its time runs, from the return; touches are told with
  /// ``ForegroundBanner/touch(_:)``. When the outcome comes before the return, the task is cancelled
  /// and ``dismiss(_:outcome:)`` may be called meanwhile.
  ///
  /// - Throws: Anything; the outcome is then ``ForegroundBannerOutcome/failed``.
  func present(_ banner: ForegroundBanner) async throws

  /// Takes a banner away, and returns when it is gone.
  ///
  /// Called once for each call of ``present(_:)``, also for one that failed. It should not be animated
  /// if the outcome ``ForegroundBannerOutcome/isImmediate``. The next banner waits for the return.
  func dismiss(_ banner: ForegroundBanner, outcome: ForegroundBannerOutcome) async
}

/// Why a banner could not be shown by a presenter of this package.
public enum ForegroundBannerError: Error, Hashable, Sendable {
  /// No scene of the app is active, or the active one has no key window.
  case noWindow

  /// No view that shows the presenter's banners is on the screen.
  case noView
}

extension ForegroundBannerError: LoggableError {
  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .noWindow:
      "No active scene has a key window: make one key, or give the window to use."
    case .noView:
      "No view shows the presenter's banners: put foregroundBanner(_:) on the root view."
    }
  }
}
