public import Foundation

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
/// ``attach(to:)`` and ``detach()`` are for a feature that needs more: the time, or a chance to stop its own
/// work. By default they do nothing.
@MainActor
public protocol PushPlugin: AnyObject {
  /// Whether it is called before or after others, in every role; the default priority by default.
  var priority: ObserverPriority { get }

  /// Whether it also receives retained events that other observers have received; `false` by default.
  var wantsReplay: Bool { get }

  /// Starts the feature, before it receives anything.
  func attach(to context: PluginContext)

  /// Stops the feature, after it has received the last: cancels what it has scheduled.
  func detach()

  /// The feature's findings for a checkup, such as the server's last answer.
  ///
  /// - Parameter environment: The APNs environment of the app's tokens, `development` or `production`;
  ///   `nil` where the build does not say.
  /// - Returns: Findings; by default none.
  func findings(inEnvironment environment: String?) -> [Checkup.Finding]
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

  /// Returns an empty array.
  public func findings(inEnvironment environment: String?) -> [Checkup.Finding] { [] }
}

/// The parts of the app that a plugin uses: the push subject, the lifecycle subject and the clock.
@MainActor
public struct PluginContext {
  /// The source of push events.
  public let push: any PushSubject

  /// The phase, pages, account and scenes of the app.
  public let lifecycle: any LifecycleSubject

  /// The clock, which also schedules actions.
  public let scheduler: any Scheduler

  /// The name under which a host has installed the plugin; `nil` without a host.
  public internal(set) var name: String?

  package let records = FeatureRecords()

  /// Creates a context from its parts.
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
  /// Records what the outside world of a feature did, with ``name``; does nothing without a recorder.
  ///
  /// A record of an earlier date, such as one of another process of the app, stands in the recording at
  /// its own time: before the launch, if nothing has been recorded since, and at most a week before. It never
  /// stands before what has been recorded already.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - date: The date; by default now.
  public func record(_ record: any FeatureRecord, at date: Date? = nil) {
    records.send(record, of: name, at: date)
  }

  /// Passes an event to ``PluginHost/log``, with the name of the plugin; does nothing without a host.
  public func log(_ event: any FeatureEvent) {
    if let name { records.log?(name, event) }
  }

  /// Attaches a plugin by conformance, without keeping it alive.
  ///
  /// Apps use ``PluginHost``, which keeps it alive.
  ///
  /// The plugin starts, receives the present lifecycle, and then receives pushes. A plugin that is attached
  /// here already starts anew. Detach one that is attached elsewhere there first.
  public func attach(_ plugin: any PushPlugin) {
    attach(plugin) { true }
  }

  /// - Parameter isWanted: Returns `false` if one of the plugin's own methods has removed it.
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

  /// Detaches a plugin.
  ///
  /// One that was not attached only stops.
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
