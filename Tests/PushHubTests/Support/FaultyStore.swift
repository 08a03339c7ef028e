import Foundation
import PushHub

@testable import PushHubAlerts

/// A store behind a fault plan, for each feature that keeps something; in memory, or in a real file of
/// which each call of the system can fail.
@MainActor
final class FaultyStore: LocalNotificationStore, PermissionStore {
  /// Whether the last operation failed: what the app has said since may be nowhere but in memory.
  private(set) var isBehind = false

  private let plan: FaultPlan
  private let file: StateFile?
  private let aside: StateFile?
  private let folder: URL?
  private var data: Data?

  /// Makes a store in memory.
  init(_ plan: FaultPlan) {
    self.plan = plan
    (file, aside, folder) = (nil, nil, nil)
  }

  /// Makes a store in a file, whose calls fail with a number of `errno`.
  init(_ plan: FaultPlan, number: Int32) {
    self.plan = plan
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pushhub-store-\(UUID().uuidString)", directoryHint: .isDirectory)
    let door = FileDoor { _ in plan.fails() ? number : nil }
    let url = folder.appending(path: "state")
    file = StateFile(url: url, isBackedUp: false, door: door)
    aside = StateFile(url: url.appendingPathExtension("aside"), isBackedUp: false, door: door)
    self.folder = folder
  }

  deinit {
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }

  /// What is kept now, however hard it is to reach.
  var present: Data? {
    guard let file else { return data }
    let data = try? Data(contentsOf: file.url)
    return data.flatMap { $0.isEmpty ? nil : $0 }
  }

  func load() throws -> Data? {
    try note {
      if let file { return try file.load() }
      try plan.pass()
      return data
    }
  }

  func save(_ data: Data) throws {
    try note {
      if let file { return try file.save(data) }
      try plan.pass()
      self.data = data
    }
  }

  func setAside() throws {
    try note {
      if let file, let aside { return try file.move(to: aside.url) }
      try plan.pass()
      data = nil
    }
  }

  private func note<Value>(_ operation: () throws -> Value) throws -> Value {
    isBehind = true
    let value = try operation()
    isBehind = false
    return value
  }
}
