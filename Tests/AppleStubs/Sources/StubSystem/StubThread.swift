import Foundation

/// Where a stub calls the code under test: the real frameworks promise neither.
public enum StubThread: CaseIterable, Sendable {
  case main
  case background

  public func run(_ work: @escaping () -> Void) {
    switch self {
    case .main: DispatchQueue.main.async(execute: DispatchWorkItem(block: work))
    case .background: DispatchQueue.global().async(execute: DispatchWorkItem(block: work))
    }
  }
}
