import Foundation

/// The accounts that are signed in, as the app has written them for its extension.
struct ExtensionAccounts: Codable, Equatable, Sendable {
  var all: Set<AccountID>
  var shown: AccountID?
}

/// The folder in the app group that a service extension and its app have for each other.
///
/// The extension writes a file for each of its runs, and the app takes them. The app writes one with the accounts
/// that are signed in.
struct ExtensionRuns: Sendable {
  /// The number of runs kept until the app takes them; the oldest are removed first.
  static let maximumCount = 100

  private let folder: SharedFolder
  private let files: FileSystem

  /// The same folder, for runs before the user has unlocked the device.
  private let unprotected: SharedFolder

  init(_ url: URL, files: FileSystem = .system) {
    folder = SharedFolder(url, maximumCount: Self.maximumCount, files: files)
    self.files = files
    var files = files
    files.isProtected = false
    unprotected = SharedFolder(url, maximumCount: Self.maximumCount, files: files)
  }

  var url: URL { folder.url }

  /// Writes a run that has begun, or what became of it.
  ///
  /// Before the user has unlocked the device a protected file can't be written, so that run's isn't.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - date: The date when it began.
  ///   - name: The name of its file, which the first call sets.
  func write(_ run: ExtensionRun, begunAt date: Date, as name: inout String?) throws {
    do {
      try write(run, begunAt: date, as: &name, in: folder)
    } catch  where error.isMissingPermission {
      var run = run
      run.unlocked = false
      try write(run, begunAt: date, as: &name, in: unprotected)
    }
  }

  private func write(
    _ run: ExtensionRun,
    begunAt date: Date,
    as name: inout String?,
    in folder: SharedFolder
  ) throws {
    let data = try JSONEncoder().encode(run)
    if let name { return try folder.replace(name, with: data) }
    name = try folder.append(id: UUID().uuidString, at: date) { _, _ in data }.name
  }

  /// Takes the runs that have ended, and those that began before a date, in order; each once.
  ///
  /// A run without an end is also taken if its date is more than a minute in the future, as of a wrong clock.
  func take(begunBefore limit: Date) -> [(date: Date, run: ExtensionRun)] {
    let latest = limit + 2 * (ExtensionEvidence.patience / .seconds(1))
    return ((try? folder.names()) ?? []).compactMap { name in
      guard let data = try? folder.read(name) else { return nil }
      let date = SharedFolder.date(of: name)
      let run = try? JSONDecoder().decode(ExtensionRun.self, from: data)
      if let run, run.end == nil, date >= limit, date <= latest { return nil }
      // A run whose file stays would be taken again.
      guard (try? folder.remove([name])) != nil else { return nil }
      return run.map { (date, $0) }
    }
  }
}

// MARK: - Accounts

@MainActor
extension ExtensionRuns {
  private var store: FileStore<ExtensionAccounts> {
    FileStore(
      url: url.appending(path: "accounts", directoryHint: .notDirectory),
      isBackedUp: false,
      files: files
    )
  }

  /// The accounts that are signed in; `nil` if that is not known.
  var accounts: ExtensionAccounts? { try? store.load() }

  /// Writes the accounts; if that fails, none are known rather than the former ones.
  func write(_ accounts: ExtensionAccounts) throws {
    do {
      try store.save(accounts)
    } catch {
      try? files.remove(store.url)
      throw error
    }
  }
}

extension Error {
  /// Whether a file could not be written for lack of permission, as one that is protected.
  fileprivate var isMissingPermission: Bool {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
    return (self as? CocoaError)?.code == .fileWriteNoPermission
      || (self as? POSIXError ?? underlying)?.code == .EPERM
  }
}
