public import Foundation
public import PushHub

/// The number on the app's icon, which app and service extension share in a folder.
///
/// The extension adds one for each notification that counts, while the app sets the number from what its
/// features know:
///
/// ```swift
/// let badge = SharedBadge(group.appending(path: "badge"))
/// let host = ServiceExtensionHost([.badge(badge)])             // in the extension
/// number.willSet = { try? badge.set($0, at: scheduler.date) }  // in the app
/// ```
///
/// `number` is the app's `BadgeNumber`. It calls `willSet` whenever it sets its number, and when the app enters the
/// background. Then a number that could not be written to the folder is written again, too.
///
/// Each number that the app sets, and each notification, is a file of its own in a `SharedFolder`. The number is
/// the latest one of the app, plus one for each notification after that. A count that began earlier never replaces
/// it.
///
/// An app with several accounts sets a number for each of them, zero once one has signed out: the number on the icon
/// is the sum.
public struct SharedBadge: Sendable {
  private static let setPrefix = "set-"

  /// No number is larger, so that sums don't overflow.
  private static let maximum = 1_000_000_000

  private let folder: SharedFolder

  /// Opens a folder; nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - url: The directory for the files alone; created with the first if it is missing.
  ///   - files: The file system; a test can make its calls fail.
  public init(_ url: URL, files: FileSystem = .system) {
    folder = SharedFolder(url, maximumCount: 10_000, files: files)
  }

  /// The number; zero if the app has not set one and no notification was counted.
  ///
  /// - Complexity: O(*n*) in the number of notifications that were counted since the app has set it.
  public var number: Int {
    get throws { Self.number(of: try folder.names()) }
  }

  /// Sets the number, in place of all that was counted before.
  ///
  /// - Parameters:
  ///   - number: The number, from zero to a thousand million.
  ///   - account: The account whose number is replaced, besides one of no account; `nil` to replace all of them
  ///     by one.
  ///   - date: The current wall-clock time.
  /// - Throws: The error of the file system. The number is the former one then, or the new one.
  public func set(_ number: Int, for account: AccountID? = nil, at date: Date) throws {
    let branch = Self.branch(account)
    let former = try folder.names().filter {
      branch.isEmpty || ["", branch].contains(Self.branch(of: SharedFolder.id(of: $0)))
    }
    let value = min(max(0, number), Self.maximum)
    let id = "\(Self.setPrefix)\(value)-\(UUID().uuidString)\(branch)"
    try folder.append(id: id, at: date) { _, _ in Data() }
    try folder.remove(former)
  }

  /// Counts a notification; counted again since the app has set the number, it counts once.
  ///
  /// - Parameters:
  ///   - id: An identifier of the notification, such as that of its request.
  ///   - account: Its account, if that is known.
  ///   - date: The arrival date, by the wall clock.
  /// - Returns: The number with it.
  @discardableResult
  public func count(_ id: String, for account: AccountID? = nil, at date: Date) throws -> Int {
    let name = id.utf8.map { String($0, radix: 16) }.joined().prefix(200)
    // It comes after what is listed, also of other processes.
    let former = try folder.names()
    let added = try folder.append(id: name + Self.branch(account), at: date) { _, _ in Data() }.name
    return Self.number(of: former + [added])
  }

  /// The end of the names of an account's files.
  private static func branch(_ account: AccountID?) -> String {
    account.map { ".\($0.rawValue.stableHash)" } ?? ""
  }

  private static func branch(of id: Substring) -> String { String(id.drop { $0 != "." }) }

  private static func number(of names: [String]) -> Int {
    var branches: [String: (start: Int, counted: Set<Substring>)] = [:]
    for id in names.map(SharedFolder.id) {
      let branch = branch(of: id)
      guard id.hasPrefix(setPrefix) else {
        branches[branch, default: (0, [])].counted.insert(id)
        continue
      }
      // What was counted without an account, or set before the app had several, is in this number.
      if branch.isEmpty { branches = [:] }
      branches[""] = nil
      let number = Int(id.dropFirst(setPrefix.count).prefix { $0 != "-" }) ?? maximum
      branches[branch] = (min(number, maximum), [])
    }
    return branches.values.reduce(0) { min($0 + $1.start + $1.counted.count, maximum) }
  }
}

extension ServiceExtensionStep {
  /// A step that counts the notification, and sets its badge to the number.
  ///
  /// Make it the last: the longer the steps after it take, the more often the app sets another number
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - badge: The number that the app shares.
  ///   - counts: Returns whether a notification counts; by default each with an alert. The badge of one that
  ///     doesn't is left out, so that the icon stays as it is.
  public static func badge(
    _ badge: SharedBadge,
    counts: @escaping @Sendable (PushPayload) -> Bool = { $0.aps.hasAlert }
  ) -> Self {
    .changing("badge") { notification in
      notification.badge =
        counts(notification.payload)
        ? try badge.count(
          notification.requestIdentifier,
          for: notification.account,
          at: notification.date
        ) : nil
    }
  }
}
