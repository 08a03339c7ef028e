public import Foundation
public import PushHub

/// Tokens that one process of an app receives and another sends, in a folder of the app group.
///
/// WidgetKit passes the tokens of widgets and controls to handlers in the widget extension:
///
/// ```swift
/// struct DeliveryPushHandler: WidgetPushHandler {
///   func pushTokenDidChange(_ pushInfo: WidgetPushInfo, widgets: [WidgetInfo]) {
///     let token = widgets.isEmpty ? nil : PushToken(pushInfo.token)
///     try? SharedTokens.delivery.set(token, named: "widgets")
///   }
/// }
/// ```
///
/// The app's ``DeviceRegistration`` reads them at the launch, on each return to the foreground, and on
/// pushes and refreshes in the background. Each token is a file of its own that is replaced atomically, so that
/// handlers may write at the same time.
public struct SharedTokens: Sendable {
  private let files: SharedFolder

  /// Opens a folder; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - folder: The folder, for these tokens alone; created with the first token if it is missing.
  ///   - files: The file system; a test can make its calls fail.
  public init(folder: URL, files: FileSystem = .system) {
    self.files = SharedFolder(folder, files: files)
  }

  /// Writes a token or, with `nil`, removes it.
  ///
  /// - Throws: The error of the file system, with nothing changed.
  public func set(_ token: PushToken?, named name: String) throws {
    let file = name.utf8.map { String($0, radix: 16) }.joined(separator: "-")
    try files.replace("\(file).json", with: JSONEncoder().encode(File(name: name, token: token)))
  }

  /// Reads the tokens, without those that can't be read.
  public func all() -> [String: PushToken?] {
    let names = (try? files.names()) ?? []
    let contents = names.compactMap { name in
      try? JSONDecoder().decode(File.self, from: files.read(name))
    }
    return Dictionary(contents.map { ($0.name, $0.token) }) { first, _ in first }
  }

  private struct File: Codable {
    let name: String
    let token: PushToken?
  }
}
