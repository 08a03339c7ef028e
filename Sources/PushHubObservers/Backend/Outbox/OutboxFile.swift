import PushHub

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(Glibc)
import Glibc
#endif

/// One open file of an outbox, and the system's calls on it; closed when it is let go.
///
/// None of them waits: a lock that somebody else keeps is not obtained, and a pipe of that name is no
/// file. The lock is that of `flock(2)`: it belongs to the open file, and goes with the process.
final class OutboxFile: Sendable {
  /// What the system said, a number of `errno`.
  struct Failure: Error, Hashable {
    let number: Int32

    fileprivate static var latest: Self { Self(number: errno) }

    fileprivate static func pass(
      _ call: FileDoor.Call,
      through door: FileDoor
    ) throws(Self) {
      if let number = door.failure(of: call) { throw Self(number: number) }
    }
  }

  /// What is true of a file at a moment.
  struct Status {
    /// Tells a file from another that came to its path later.
    struct Identity: Hashable {
      fileprivate let device: dev_t
      fileprivate let number: ino_t
    }

    let identity: Identity
    let byteCount: Int
    let isRegular: Bool

    /// Whether nothing is to be appended any more; the owner's right to execute says so, since that
    /// needs no room.
    let isSealed: Bool

    fileprivate init(_ status: stat) {
      identity = Identity(device: status.st_dev, number: status.st_ino)
      byteCount = Int(status.st_size)
      isRegular = status.st_mode & S_IFMT == S_IFREG
      isSealed = status.st_mode & S_IXUSR != 0
    }
  }

  /// How to come by a file.
  enum Opening {
    /// One that is there.
    case existing

    /// One that must not be there yet.
    case new

    fileprivate var flags: Int32 {
      switch self {
      case .existing: 0
      case .new: O_CREAT | O_EXCL
      }
    }
  }

  private let descriptor: Int32
  private let door: FileDoor

  /// Opens a file for reading, and for writing at its end; a new one is for this user alone.
  init(
    _ opening: Opening,
    at path: String,
    through door: FileDoor = .system
  ) throws(Failure) {
    try Failure.pass(.open, through: door)
    self.door = door
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | opening.flags
    descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else { throw .latest }
  }

  deinit {
    close(descriptor)
  }
}

// MARK: - Lock

extension OutboxFile {
  /// Obtains the lock, unless somebody else keeps it for longer than so many tries.
  func lock(tries: Int) -> Bool {
    guard door.failure(of: .lock) == nil else { return false }
    for _ in 0..<tries {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      sched_yield()
    }
    return false
  }

  func unlock() {
    _ = flock(descriptor, LOCK_UN)
  }
}

// MARK: - Content

extension OutboxFile {
  /// What is true of the file, wherever it is by now; `nil` if that can't be said.
  var status: Status? {
    guard door.failure(of: .measure) == nil else { return nil }
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? Status(status) : nil
  }

  /// What is true of the file, as long as it is at a path.
  func status(ifAt path: String) -> Status? {
    guard let status, status.identity == Self.status(at: path, through: door)?.identity else {
      return nil
    }
    return status
  }

  /// The first bytes of the file.
  func bytes(upTo count: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = Array(repeating: 0, count: count)
    var offset = 0
    while offset < count {
      try Failure.pass(.read, through: door)
      let result = unsafe bytes.withUnsafeMutableBytes { buffer in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[offset...])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset))
      }
      if result > 0 {
        offset += result
      } else if result == 0 {
        break
      } else if errno != EINTR {
        throw .latest
      }
    }
    bytes.removeLast(count - offset)
    return bytes
  }

  /// Writes at the end of the file, in one call unless the system takes less.
  func append(_ bytes: [UInt8]) throws(Failure) {
    var offset = 0
    while offset < bytes.count {
      try Failure.pass(.write, through: door)
      let result = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[offset...])
        let count = min(rest.count, door.longestWrite)
        return unsafe write(descriptor, rest.baseAddress, count)
      }
      if result >= 0 {
        offset += result
      } else if errno != EINTR {
        throw .latest
      }
    }
  }

  /// Says that nothing is to be appended any more.
  func seal() throws(Failure) {
    try Failure.pass(.change, through: door)
    guard fchmod(descriptor, 0o700) == 0 else { throw .latest }
  }

  /// Cuts off what is behind the first bytes.
  func truncate(to count: Int) throws(Failure) {
    try Failure.pass(.cut, through: door)
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw .latest }
  }
}

// MARK: - Paths

extension OutboxFile {
  /// What is true of the file at a path; `nil` if there is none, or that can't be said.
  static func status(at path: String, through door: FileDoor = .system) -> Status? {
    guard door.failure(of: .measure) == nil else { return nil }
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? Status(status) : nil
  }

  /// Whether there is surely nothing at a path; what can't be measured may be there.
  static func isAbsent(at path: String, through door: FileDoor) -> Bool {
    guard door.failure(of: .measure) == nil else { return false }
    var status = stat()
    return unsafe lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Puts a file in the place of another, in one step.
  static func move(
    _ path: String,
    to target: String,
    through door: FileDoor
  ) throws(Failure) {
    try Failure.pass(.move, through: door)
    guard unsafe rename(path, target) == 0 else { throw .latest }
  }

  /// Removes a file; one that is gone already is no failure.
  static func remove(_ path: String, through door: FileDoor) throws(Failure) {
    try Failure.pass(.remove, through: door)
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .latest }
  }
}

extension OutboxFile.Failure {
  /// Whether there is no room on the disk, or for this user, or for a file of that size.
  var isWantOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }

  /// Whether there is no such file.
  var isAbsence: Bool { number == ENOENT }

  /// Whether there is such a file already.
  var isPresence: Bool { number == EEXIST }
}
