public import Foundation

/// Where a registration keeps what it must know after the process has ended.
///
/// That is who this installation is, what the server was told, and what the app has said of the device.
/// It holds tokens and names of accounts. ``FileRegistrationStore`` is the real one. Each registration
/// needs one of its own.
@MainActor
public protocol RegistrationStore: AnyObject {
  /// Gives what was saved last; `nil` if nothing was.
  ///
  /// - Throws: What prevents reading it now. It is tried again a few times, and then set aside and
  ///   taken for lost.
  func load() throws -> Data?

  /// Keeps the data in place of what was saved before: all of it, or, when it throws, nothing.
  ///
  /// It is safe when the call returns: the request that follows may be the last that the process does.
  func save(_ data: Data) throws

  /// Puts what was saved where the next save does not replace it; it can't be read.
  ///
  /// By default nothing is done.
  func setAside() throws
}

extension RegistrationStore {
  /// Does nothing: the next save replaces what can't be read.
  public func setAside() throws {}
}

/// A store that forgets everything when the app ends; for tests and previews.
@MainActor
public final class InMemoryRegistrationStore: RegistrationStore {
  /// What was saved last.
  public var data: Data?

  /// Makes a store that holds what another one has saved, or nothing.
  public init(data: Data? = nil) {
    self.data = data
  }

  /// Gives what was saved last.
  public func load() -> Data? { data }

  /// Keeps the data.
  public func save(_ data: Data) {
    self.data = data
  }
}
