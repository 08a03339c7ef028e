public import Foundation
public import PushHub

extension FileSystem {
  /// Creates a file system whose calls may fail.
  ///
  /// ```swift
  /// let full = FileSystem.failing { call in call == .write ? .ENOSPC : nil }
  /// let outbox = Outbox(directory: folder, files: full)
  /// ```
  ///
  /// - Parameters:
  ///   - longestWrite: The number of bytes that an appending call writes at most; more are written with
  ///     several calls.
  ///   - error: Returns the error of a call, which is not made then; `nil` for a call that succeeds. It is
  ///     called before each call, on any thread.
  public static func failing(
    longestWrite: Int = .max,
    _ error: @escaping @Sendable (Call) -> POSIXErrorCode?
  ) -> Self {
    Self(longestWrite: longestWrite) { call in
      if let code = error(call) { throw POSIXError(code) }
    }
  }
}
