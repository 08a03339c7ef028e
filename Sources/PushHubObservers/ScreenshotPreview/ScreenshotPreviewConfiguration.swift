public import PushHub

/// Where screenshots are previewed, and for how long.
///
/// Durations outside the bounds that each states are moved to the nearest within them.
public struct ScreenshotPreviewConfiguration: Hashable, Sendable {
  /// What a screenshot does while another one is being captured, presented or shown.
  public enum SecondScreenshot: Hashable, Sendable {
    /// It is refused as ``ScreenshotRefusal/busy``.
    case drop

    /// It ends the other one as ``ScreenshotOutcome/replaced``, and follows when that one is gone.
    case replace
  }

  /// The page whose screenshots are previewed.
  public var page: PageID

  /// How long a preview stays when the user does nothing, from when it is on the screen.
  ///
  /// From one second to one day.
  public let timeout: Duration

  /// What a second screenshot does.
  public var secondScreenshot: SecondScreenshot

  /// Whether a finger that rests on the preview stops its time, for as long as ``timeout`` at most.
  ///
  /// That a touch has ended may never be told, as when its view is gone; after that time the preview
  /// goes as ``ScreenshotOutcome/timeout``, so that no image is kept for ever.
  public var pausesWhileTouched: Bool

  /// How long the capturer and the presenter may take for each of their steps.
  ///
  /// Whoever never answers does not keep later screenshots from their previews: a capture or a
  /// presentation then counts as failed, a dismissal as done. From one second to one day.
  public let stepTimeout: Duration

  /// Starts with the defaults for a page, but for what is given.
  public init(
    page: PageID,
    timeout: Duration = .seconds(10),
    secondScreenshot: SecondScreenshot = .drop,
    pausesWhileTouched: Bool = false,
    stepTimeout: Duration = .seconds(10)
  ) {
    self.page = page
    self.timeout = timeout.clamped(to: ConfigurationBounds.interval)
    self.secondScreenshot = secondScreenshot
    self.pausesWhileTouched = pausesWhileTouched
    self.stepTimeout = stepTimeout.clamped(to: ConfigurationBounds.interval)
  }
}
