package import Foundation

/// Sends what the outside world of features does to the recorders, and knows how features are configured,
/// as far as the header of a recording has it.
@MainActor
package final class FeatureRecords {
  /// The pages of the plugins that were attached.
  package private(set) var pages: [TranscriptPages: [PageID]] = [:]

  /// The configurations of the plugins that were attached, by the names of their features.
  package private(set) var configurations: [String: any RecordedConfiguration] = [:]

  /// The identifiers of the categories that plugins bring, and of their buttons, and the names of their pages.
  package private(set) var names: Set<String> = []

  /// The keys of payloads that plugins read.
  package private(set) var payloadKeys: Set<String> = []

  /// Receives each event of an installed feature, with its name.
  var log: ((String, any FeatureEvent) -> Void)?

  private let observers = ObserverList<ObserverEntry>()
  private let records = EventQueue<(record: any FeatureRecord, name: String?, date: Date?)>()

  /// Starts without observers.
  package init() {}

  /// Sends what happened to the feature of a name, now or at an earlier date; without an observer nothing comes
  /// of it.
  package func send(_ record: any FeatureRecord, of name: String?, at date: Date? = nil) {
    records.emit((record, name, date)) { record, name, date in
      callEach { $0.receive(record, of: name, at: date) }
    }
  }

  /// Lets observers record what happened before now and is not recorded yet.
  package func requestEarlier() {
    callEach { $0.recordEarlier() }
  }

  /// Adds how a plugin is configured.
  package func addSettings(of plugin: any PushPlugin) {
    for category in (plugin as? any PushResponder)?.categories ?? [] {
      names.insert(category.identifier)
      names.formUnion(category.actions.map(\.identifier))
    }
    if let plugin = plugin as? any LoggingPlugin {
      pages.merge(plugin.recordedPages) { $1 }
      names.formUnion(plugin.recordedPages.values.joined().map(\.rawValue))
      payloadKeys.formUnion(plugin.payloadKeys)
      if let configuration = plugin.recordedConfiguration {
        configurations[type(of: configuration).feature] = configuration
      }
    }
    callEach { $0.settingsChanged() }
  }

  /// Adds an observer, held weakly; adding it twice changes nothing.
  package func add(_ observer: any FeatureRecordObserver, priority: ObserverPriority = .default) {
    observers.add(ObserverEntry(observer), priority: priority)
  }

  /// Removes an observer.
  package func remove(_ observer: any FeatureRecordObserver) {
    observers.remove(observer)
  }

  private func callEach(_ call: (any FeatureRecordObserver) -> Void) {
    observers.callEach { entry in
      (entry.object as? any FeatureRecordObserver).map(call) != nil
    }
  }
}

/// A plugin that records what the outside world of other features does.
@MainActor
package protocol FeatureRecordObserver: AnyObject {
  /// Called with what happened to the feature of a name, now or at an earlier date.
  func receive(_ record: any FeatureRecord, of name: String?, at date: Date?)

  /// Called before a recording begins or continues after the app was in the background: records what happened
  /// before and was not known.
  func recordEarlier()

  /// Called when another plugin is attached, before it starts.
  func settingsChanged()
}

extension FeatureRecordObserver {
  package func receive(_ record: any FeatureRecord, of name: String?, at date: Date?) {}

  package func recordEarlier() {}

  package func settingsChanged() {}
}
