/// How the answers of several observers become the one answer that the system gets.
///
/// An observer that was late or threw an error counts as ``FetchResult/failed``.
public struct FetchResultPolicy: Sendable {
  /// What the policy is called in the log.
  public let name: String

  private let merge: @Sendable ([FetchResult]) -> FetchResult

  /// Makes a policy of one's own.
  ///
  /// - Parameters:
  ///   - name: What the policy is called in the log.
  ///   - merge: Makes one answer of at least one.
  public init(name: String, merge: @escaping @Sendable ([FetchResult]) -> FetchResult) {
    self.name = name
    self.merge = merge
  }

  /// Makes one answer of all; ``FetchResult/noData`` when nobody had work to do.
  public func merged(_ results: [FetchResult]) -> FetchResult {
    results.isEmpty ? .noData : merge(results)
  }
}

extension FetchResultPolicy {
  /// New data if anybody has new data, else failed if anybody failed, else no data.
  public static let newDataThenFailed = ranked(
    "newDataThenFailed",
    order: [.newData, .failed, .noData]
  )

  /// Failed if anybody failed, else new data if anybody has new data, else no data.
  public static let failedThenNewData = ranked(
    "failedThenNewData",
    order: [.failed, .newData, .noData]
  )

  /// New data if anybody has new data, failed only if all failed, else no data.
  public static let failedOnlyIfAllFailed = ranked(
    "failedOnlyIfAllFailed",
    order: [.newData, .noData, .failed]
  )

  private static func ranked(_ name: String, order: [FetchResult]) -> FetchResultPolicy {
    FetchResultPolicy(name: name) { results in
      order.first(where: results.contains) ?? .noData
    }
  }
}
