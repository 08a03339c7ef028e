/// A feature that an app can take or leave.
///
/// A ``PluginHost`` attaches it by conformance: to the notification manager for every role that it
/// conforms to, see ``PushParticipant``, and to the app's lifecycle if it is a ``LifecycleObserver``.
/// So a feature that only votes is one method:
///
/// ```swift
/// final class QuietHours: PushPlugin, PresentationVoter {
///   func presentation(of push: Push) -> PresentationVote {
///     isNight ? .limit(to: [.list, .badge], reason: "quiet hours") : .noOpinion
///   }
/// }
/// ```
///
/// ``attach(to:)`` and ``detach()`` are for what goes beyond that: a feature that needs the time, or
/// has work of its own to stop. By default they do nothing.
@MainActor
public protocol PushPlugin: AnyObject {
  /// Whether it is called before or after others, in every role; the default priority by default.
  var priority: ObserverPriority { get }

  /// Whether it also receives the retained events that others have heard; not by default.
  var wantsReplay: Bool { get }

  /// Starts the feature, before it receives anything.
  func attach(to context: PluginContext)

  /// Stops the feature, after it has received the last: cancels what it has scheduled.
  func detach()
}

extension PushPlugin {
  /// The default priority.
  public var priority: ObserverPriority { .default }

  /// No replay.
  public var wantsReplay: Bool { false }

  /// Does nothing.
  public func attach(to context: PluginContext) {}

  /// Does nothing.
  public func detach() {}
}

/// What a plugin may know of the app: where pushes come from, what the app is doing, what time it is.
@MainActor
public struct PluginContext {
  /// Where pushes come from.
  public let push: any PushSubject

  /// What the app is doing.
  public let lifecycle: any LifecycleSubject

  /// What time it is, and what is to happen later.
  public let scheduler: any Scheduler

  package let records = FeatureRecords()

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

extension PluginContext {
  /// Records what the outside world of a feature did; without a recorder nothing comes of it.
  public func record(_ record: any FeatureRecord) {
    records.send(record)
  }

  /// Attaches a plugin by conformance, without keeping it alive; ``PluginHost`` does, and is what
  /// apps use.
  ///
  /// It starts, receives what is true of the lifecycle, and then takes part in pushes. One that is
  /// attached here already starts anew; one that is attached elsewhere is to be detached there first.
  public func attach(_ plugin: any PushPlugin) {
    attach(plugin) { true }
  }

  /// - Parameter isWanted: Whether the plugin has not been removed meanwhile, from inside of its own
  ///   methods.
  func attach(_ plugin: any PushPlugin, while isWanted: () -> Bool) {
    remove(plugin)
    records.addSettings(of: plugin)
    plugin.attach(to: self)
    guard isWanted() else { return }
    if let observer = plugin as? any LifecycleObserver {
      lifecycle.add(observer, priority: plugin.priority)
    }
    if let observer = plugin as? any FeatureRecordObserver {
      records.add(observer, priority: plugin.priority)
    }
    guard isWanted() else { return remove(plugin) }
    if let participant = plugin as? any PushParticipant {
      push.add(participant, priority: plugin.priority, replay: plugin.wantsReplay)
    }
  }

  /// Detaches a plugin that was attached; otherwise it only stops.
  public func detach(_ plugin: any PushPlugin) {
    remove(plugin)
    plugin.detach()
  }

  private func remove(_ plugin: any PushPlugin) {
    if let participant = plugin as? any PushParticipant {
      push.remove(participant)
    }
    if let observer = plugin as? any LifecycleObserver {
      lifecycle.remove(observer)
    }
    if let observer = plugin as? any FeatureRecordObserver {
      records.remove(observer)
    }
  }
}
