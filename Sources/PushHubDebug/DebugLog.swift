public import Foundation
public import Observation
public import PushHub

/// The latest pushes, responses and log entries of an app, for its debug screen.
///
/// ```swift
/// let log = DebugLog()
/// try host.install(log, named: "debug")
/// ```
///
/// It changes nothing: an event that no other observer receives waits as if the log were not there. Payloads
/// are kept in full, texts included, in memory alone. Install it first, so that it misses nothing.
@MainActor
@Observable
public final class DebugLog: PushPlugin {
  /// One entry of the log.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The entry's place among all, from 1.
    public let id: Int

    /// The date when it was added, by the wall clock.
    public let date: Date

    /// A description of the event in one line.
    public let title: String

    /// The payload as indented JSON, or the reason; `nil` if there is nothing more to show.
    public let detail: String?
  }

  /// The latest entries, the newest first.
  public private(set) var entries: [Entry] = []

  @ObservationIgnored private let maximumCount: Int
  @ObservationIgnored private var count = 0
  @ObservationIgnored private var scheduler: (any Scheduler)?

  /// Creates an empty log.
  ///
  /// - Parameter maximumCount: The number of entries it keeps; from 1 to 10,000. The oldest are dropped.
  public init(maximumCount: Int = 200) {
    self.maximumCount = Bounds(1...10_000).nearest(to: maximumCount)
  }

  /// The highest priority.
  public var priority: ObserverPriority { .first }

  /// Begins to log.
  public func attach(to context: PluginContext) {
    scheduler = context.scheduler
  }

  /// Ends logging; the entries stay.
  public func detach() {
    scheduler = nil
  }

  private func add(_ title: String, _ detail: String? = nil) {
    guard let date = scheduler?.date else { return }
    count += 1
    entries.insert(Entry(id: count, date: date, title: title, detail: detail), at: 0)
    entries.removeLast(max(0, entries.count - maximumCount))
  }
}

extension DebugLog: PushDiagnosticsObserver {
  /// Adds a callback with its payload, a decision with the reason, or an entry of the manager's log.
  public func receive(_ diagnostic: PushDiagnostic) {
    switch diagnostic {
    case .callback(let callback): add(callback)
    case .decision(let decision):
      add("Presentation: \(decision.options)", decision.explanation)
    case .entry(let entry): add(entry.message, entry.code.rawValue)
    case .event: break
    }
  }

  private func add(_ callback: PushCallback) {
    switch callback {
    case .launched(let report, _):
      add("The app was launched", report?.payload.indentedJSON)
    case .shown(let report, let kind):
      add(
        "Push received, \(kind)\(report.requestIdentifier.map { ", request \($0)" } ?? "")",
        report.payload.indentedJSON
      )
    case .responded(let report, let response):
      add("Response: \(response.action)", report.payload.indentedJSON)
    case .registered(let token):
      add("Device token", token.hex)
    case .failedToRegister(let failure):
      add("Registration failed", "\(failure)")
    case .refresh(let isExpired):
      add(isExpired ? "The background time is over" : "Background refresh")
    }
  }
}

extension PushPayload {
  fileprivate var indentedJSON: String? {
    let object = try? JSONSerialization.jsonObject(with: Data(json))
    return object.flatMap {
      try? JSONSerialization.data(withJSONObject: $0, options: [.prettyPrinted, .sortedKeys])
    }
    .map { String(decoding: $0, as: UTF8.self) }
  }
}
