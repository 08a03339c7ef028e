import Foundation

/// What the system's calls on files go through, so that a test can let each of them fail.
///
/// An app's own lets all through.
package struct FileDoor: Sendable {
  /// What is asked of the system.
  package enum Call: Sendable {
    case list
    case make
    case open
    case measure
    case read
    case write
    case cut
    case change
    case move
    case remove
  }

  /// The door of all that is no test.
  package static let system = Self { _ in nil }

  /// How many bytes the system takes in one call.
  package let longestWrite: Int

  private let fault: @Sendable (Call) -> Int32?

  /// Makes a door at which calls may fail.
  ///
  /// - Parameters:
  ///   - longestWrite: How many bytes are taken in one call.
  ///   - fault: Gives the number of `errno` with which a call fails that is not made then; `nil` for one
  ///     that is made.
  package init(longestWrite: Int = .max, fault: @escaping @Sendable (Call) -> Int32?) {
    self.longestWrite = longestWrite
    self.fault = fault
  }

  /// With which number of `errno` a call is to fail; `nil` if it is to be made.
  package func failure(of call: Call) -> Int32? {
    fault(call)
  }

  /// Throws what Foundation would, if a call is to fail.
  package func pass(_ call: Call) throws {
    guard let number = failure(of: call) else { return }
    throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO)
  }
}
