/// A feature that an app can take or leave: it attaches itself to the subjects, and detaches.
///
/// ```swift
/// final class TapRouter: PushPlugin, PushObserver {
///   private var subjects: Subjects?
///
///   func attach(to subjects: Subjects) {
///     self.subjects = subjects
///     subjects.push.add(self, replay: true)
///   }
///
///   func detach() {
///     subjects?.push.remove(self)
///     subjects = nil
///   }
///
///   func receive(_ event: PushEvent) {
///     if case .opened(let push, _) = event { show(push.link) }
///   }
/// }
/// ```
@MainActor
public protocol PushPlugin: AnyObject {
  /// Starts the feature: adds its observers and reads the present state.
  func attach(to subjects: Subjects)

  /// Stops the feature: removes its observers and cancels what it has scheduled.
  func detach()
}

/// What a plugin may know of the app: where pushes come from, what the app is doing, what time it is.
@MainActor
public struct Subjects {
  /// Where pushes come from.
  public let push: any PushSubject

  /// What the app is doing.
  public let lifecycle: any LifecycleSubject

  /// What time it is, and what is to happen later.
  public let scheduler: any Scheduler

  /// Gathers what plugins may know.
  public init(
    push: any PushSubject,
    lifecycle: any LifecycleSubject,
    scheduler: any Scheduler
  ) {
    self.push = push
    self.lifecycle = lifecycle
    self.scheduler = scheduler
  }
}
