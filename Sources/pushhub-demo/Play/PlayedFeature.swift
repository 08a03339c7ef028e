import PushHub
import PushHubObservers

/// An observer in a played app, with what the transcript decides in its stead: what a server
/// answers, what the user touches.
@MainActor
protocol PlayedFeature: AnyObject {
  /// What the observer is called among the plugins.
  var name: String { get }

  /// The observer.
  var plugin: any PushPlugin { get }

  /// What it shows on the tab of a page; by default nothing.
  var tabBadge: (page: PageID, content: BadgeContent)? { get }

  /// What is true of the observer now.
  ///
  /// - Parameter start: The instant from which times are counted.
  func facts(since start: ContinuousClock.Instant) -> [ExplainedFact]

  /// Lets something happen that neither subject knows of; other inputs change nothing.
  func apply(_ input: TranscriptInput)
}

extension PlayedFeature {
  var tabBadge: (page: PageID, content: BadgeContent)? { nil }
}
