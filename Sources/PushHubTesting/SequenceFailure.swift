/// A sequence of operations after which something is wrong, and what.
public struct SequenceFailure<Operation: Sendable>: Error {
  /// The operations that happen to a new system, in order.
  public let operations: [Operation]

  /// A description of the mistake that they lead to.
  public let mistake: String
}

extension SequenceFailure {
  /// Runs a sequence; `nil` if nothing is wrong.
  init?(of operations: [Operation], _ run: ([Operation]) async throws -> String?) async {
    do {
      guard let mistake = try await run(operations) else { return nil }
      self.init(operations: operations, mistake: mistake)
    } catch {
      self.init(operations: operations, mistake: "\(error)")
    }
  }
}

extension SequenceFailure: CustomStringConvertible {
  /// A description of the mistake, and how to repeat it.
  public var description: String {
    let place =
      switch operations.count {
      case 0: "Before the first operation"
      case 1: "After one operation"
      default: "After \(operations.count) operations"
      }
    let list = operations.map { operation in
      let isCase = Mirror(reflecting: operation).displayStyle == .enum
      return (isCase ? "." : "") + "\(operation)"
    }
    return "\(place): \(mistake) To repeat it, perform [\(list.joined(separator: ", "))]."
  }
}
