import Foundation

/// The runs of a service extension, in a folder of the app group: the extension writes a file for each,
/// and the app takes them.
struct ExtensionRuns: Sendable {
  /// How many runs are kept until the app takes them; the oldest go first.
  static let maximumCount = 100

  let folder: URL
  var files = FileSystem.system

  /// Writes a run that has begun, or what became of it.
  ///
  /// Before the user has unlocked the device a protected file can't be written, so that run's isn't.
  func write(_ run: ExtensionRun, named name: String) throws {
    let url = folder.appending(path: name)
    do {
      try files.write(JSONEncoder().encode(run), to: url, options: .atomic)
    } catch {
      var run = run
      run.unlocked = false
      let data = try JSONEncoder().encode(run)
      try files.write(data, to: url, options: .atomic, isProtected: false)
    }
  }

  /// Makes room for a run that begins.
  ///
  /// - Returns: The name of its file.
  func begin(at date: Date) throws -> String {
    try files.makeFolder(at: folder)
    let names = try files.contents(of: folder).filter { Self.date(of: $0) != nil }.sorted()
    for name in names.dropLast(Self.maximumCount - 1) {
      try files.remove(folder.appending(path: name))
    }
    return "\(date.milliseconds)-\(UUID())"
  }

  /// Takes the runs that have ended, and those that began before a date, in order; each once.
  func take(begunBefore limit: Date) -> [(date: Date, run: ExtensionRun)] {
    let names = ((try? files.contents(of: folder)) ?? []).sorted()
    return names.compactMap { name in
      let url = folder.appending(path: name)
      guard let date = Self.date(of: name), let data = try? files.read(url) else { return nil }
      let run = try? JSONDecoder().decode(ExtensionRun.self, from: data)
      if let run, run.end == nil, date >= limit { return nil }
      // A run whose file stays would be taken again.
      guard (try? files.remove(url)) != nil else { return nil }
      return run.map { (date, $0) }
    }
  }

  private static func date(of name: String) -> Date? {
    Int(name.prefix { $0 != "-" }).map { Date(timeIntervalSince1970: Double($0) / 1_000) }
  }
}
