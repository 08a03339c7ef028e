public import PushHub

/// Why an outbox could not take an entry, or do without one.
///
/// The description names neither the directory nor what was to be written, so that logs tell it
/// whole.
public struct OutboxError: LoggableError, Hashable {
  /// What happened.
  public let code: Code

  /// The system's number for it, see `errno(3)`; zero if it has none.
  public let systemNumber: Int

  init(_ code: Code, systemNumber: Int = 0) {
    self.code = code
    self.systemNumber = systemNumber
  }

  init(_ failure: OutboxFile.Failure) {
    self.init(
      failure.isWantOfRoom ? .noRoom : .inaccessible,
      systemNumber: Int(failure.number)
    )
  }
}

extension OutboxError {
  /// What can go wrong; later versions may know more.
  public struct Code: Hashable, Sendable {
    enum Value {
      case noRoom
      case inaccessible
      case tooLong
      case busy
    }

    let value: Value

    /// There is no room on the disk.
    public static let noRoom = Self(value: .noRoom)

    /// The directory or a file in it can't be opened, read or written.
    public static let inaccessible = Self(value: .inaccessible)

    /// An entry is longer than a file may become.
    public static let tooLong = Self(value: .tooLong)

    /// Others keep the files, or take them away, faster than new ones can be begun.
    public static let busy = Self(value: .busy)
  }

  /// A sentence on what happened, and what to do about it.
  public var description: String {
    switch code.value {
    case .noRoom: "There is no room for the outbox (\(systemNumber)); it goes on when there is."
    case .inaccessible:
      "The outbox can't be reached (\(systemNumber)); check that its directory can be written."
    case .tooLong: "An entry is longer than a file of the outbox may become; allow larger ones."
    case .busy: "The outbox is kept busy by another process; see what that one does with it."
    }
  }
}
