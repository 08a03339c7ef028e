/// Keeps an app's plugins alive and attached, each under a name.
///
/// ```swift
/// let context = PluginContext(push: manager, lifecycle: lifecycle, scheduler: clock)
/// let host = PluginHost(context: context)
/// try host.install(TapRouter { push, _ in navigation.open(push.link) }, named: "taps")
/// ```
///
/// An app has one host. Recorders, checkups and categories see the plugins of their own host alone, so a feature in
/// another one is not recorded.
///
/// Plugins are attached in the order in which they are installed. When the host is deallocated, its plugins
/// are released without being detached; call ``removeAll()`` first where that matters.
@MainActor
public final class PluginHost {
  /// The parts of the app that the plugins use.
  public let context: PluginContext

  /// Called at once after ``categories`` has changed.
  ///
  /// On Apple's systems an `AppHub` sets it.
  public var categoriesDidChange: (() -> Void)?

  /// Called at once with each event of an installed feature, and the feature's name.
  ///
  /// A feature that runs no core passes its events to ``PluginContext/log(_:)``. The log also receives each
  /// ``KernelEvent``: requests, failures, and a store that can't be written. On Apple's systems `AppHub.log` has
  /// these and more.
  ///
  /// ```swift
  /// host.log = { name, event in print("\(name): \(event.logLine)") }
  /// ```
  public var log: ((_ name: String, _ event: any FeatureEvent) -> Void)? {
    get { context.records.log }
    set { context.records.log = newValue }
  }

  private struct Entry {
    let name: String
    let plugin: any PushPlugin
    let categories: [NotificationCategory]
  }

  private var entries: [Entry] = []

  /// Creates a host without plugins.
  public init(context: PluginContext) {
    self.context = context
  }
}

extension PluginHost {
  /// Logs a problem of the hub's.
  func report(_ message: String) { log?("hub", HubProblem(message: message)) }

  /// The names of the installed plugins, in the order of their installation.
  public var names: [String] { entries.map(\.name) }

  /// The categories of the installed plugins, in the order of their installation.
  public var categories: [NotificationCategory] { entries.flatMap(\.categories) }

  /// The installed plugins, in the order of their installation.
  var plugins: [any PushPlugin] { entries.map(\.plugin) }

  /// The plugin of a name, if one is installed.
  public subscript(name: String) -> (any PushPlugin)? {
    entries.first { $0.name == name }?.plugin
  }

  /// Attaches a plugin and keeps it alive under a name.
  ///
  /// - Throws: ``PluginError/nameTaken(_:)`` if the name is in use; ``PluginError/installedAlready(_:)`` if
  ///   the plugin itself is installed under another name; ``PluginError/categoryTaken(_:by:owner:)`` if it
  ///   claims a category of another plugin.
  public func install(_ plugin: any PushPlugin, named name: String) throws(PluginError) {
    guard self[name] == nil else {
      throw PluginError.nameTaken(name)
    }
    guard !entries.contains(where: { $0.plugin === plugin }) else {
      throw PluginError.installedAlready(name)
    }
    let categories = (plugin as? any PushResponder)?.categories ?? []
    let entry = Entry(name: name, plugin: plugin, categories: categories)
    var owners: [String: String] = [:]
    for entry in entries + [entry] {
      for category in entry.categories.map(\.identifier) {
        if let owner = owners.updateValue(entry.name, forKey: category) {
          throw PluginError.categoryTaken(category, by: name, owner: owner)
        }
      }
    }
    entries.append(entry)
    var context = context
    context.name = name
    context.attach(plugin) { [weak self] in
      self?.entries.contains { $0.plugin === plugin } ?? false
    }
    // After the plugin is attached, since the closure may install and remove plugins as well.
    if !categories.isEmpty { categoriesDidChange?() }
  }

  /// Detaches a plugin and releases it.
  ///
  /// - Returns: The plugin.
  /// - Throws: ``PluginError`` with ``PluginError/unknownName(_:)`` if there is none of that name.
  @discardableResult
  public func remove(named name: String) throws(PluginError) -> any PushPlugin {
    guard let index = entries.firstIndex(where: { $0.name == name }) else {
      throw PluginError.unknownName(name)
    }
    return remove(at: index)
  }

  /// Detaches all plugins, the latest first, and releases them.
  ///
  /// A plugin that installs itself again meanwhile stays.
  public func removeAll() {
    var removed: [any PushPlugin] = []
    while let index = entries.lastIndex(where: { entry in
      !removed.contains { $0 === entry.plugin }
    }) {
      removed.append(remove(at: index))
    }
  }

  private func remove(at index: Int) -> any PushPlugin {
    let entry = entries.remove(at: index)
    context.detach(entry.plugin)
    if !entry.categories.isEmpty { categoriesDidChange?() }
    return entry.plugin
  }
}
