import Foundation

/// Where a stub calls the code under test: the real frameworks promise neither.
public enum StubThread: CaseIterable, Sendable {
  case main
  case background

  public func run(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .main: DispatchQueue.main.async(execute: work)
    case .background: DispatchQueue.global().async(execute: work)
    }
  }
}
