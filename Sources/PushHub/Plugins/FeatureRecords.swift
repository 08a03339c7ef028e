/// Sends what the outside world of features does to the recorders, which also learn here how features are
/// configured.
@MainActor
package final class FeatureRecords {
  /// How the plugins that were attached are configured.
  package private(set) var settings = FeatureSettings()

  private let observers = ObserverList<ObserverEntry>()
  private let records = EventQueue<any FeatureRecord>()

  /// Starts without observers.
  package init() {}

  /// Sends what happened; without an observer nothing comes of it.
  package func send(_ record: any FeatureRecord) {
    records.emit(record) { record in
      observers.callEach { entry in
        (entry.object as? any FeatureRecordObserver)?.receive(record) != nil
      }
    }
  }

  /// Adds how a plugin is configured.
  package func addSettings(of plugin: any PushPlugin) {
    settings.add(plugin)
    observers.callEach { entry in
      (entry.object as? any FeatureRecordObserver)?.settingsChanged() != nil
    }
  }

  /// Adds an observer, held weakly; adding it twice changes nothing.
  package func add(_ observer: any FeatureRecordObserver, priority: ObserverPriority = .default) {
    observers.add(ObserverEntry(observer), priority: priority)
  }

  /// Removes an observer.
  package func remove(_ observer: any FeatureRecordObserver) {
    observers.remove(observer)
  }
}

/// A plugin that hears what the outside world of other features does.
@MainActor
package protocol FeatureRecordObserver: AnyObject {
  /// Called with what happened.
  func receive(_ record: any FeatureRecord)

  /// Called when another plugin is attached, before it starts.
  func settingsChanged()
}

extension FeatureRecordObserver {
  package func settingsChanged() {}
}

/// How features are configured, as far as a recording says it.
@MainActor
package struct FeatureSettings {
  /// The pages by their keys in the header.
  package private(set) var pages: [TranscriptPages: [PageID]] = [:]

  /// The configurations by the names of their features.
  package private(set) var configurations: [String: any RecordedConfiguration] = [:]

  /// The identifiers of categories and of their buttons.
  package private(set) var names: Set<String> = []

  fileprivate mutating func add(_ plugin: any PushPlugin) {
    for category in (plugin as? any PushResponder)?.categories ?? [] {
      names.insert(category.identifier)
      names.formUnion(category.actions.map(\.identifier))
    }
    guard let plugin = plugin as? any LoggingPlugin else { return }
    pages.merge(plugin.recordedPages) { $1 }
    if let configuration = plugin.recordedConfiguration {
      configurations[type(of: configuration).feature] = configuration
    }
  }
}
