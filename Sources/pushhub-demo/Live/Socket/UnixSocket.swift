#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The calls on sockets of the file system; see `unix(7)`.
///
/// Every function returns at once, but for ``connect(to:)`` and what is read from and sent to the
/// blocking socket that it makes.
enum UnixSocket {
  /// Something stands in the way of a socket.
  struct Failure: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Makes a socket at a path, for this user alone, in place of one on which nobody listens.
  static func listen(at path: String) throws(Failure) -> Int32 {
    let descriptor = try make()
    do throws(Failure) {
      if try unsafe !call(bind, descriptor, path) {
        try removeStale(path)
        guard try unsafe call(bind, descriptor, path) else { throw .system("bind", path) }
      }
      // Nobody can connect before it listens, so that it is never open to others.
      guard unsafe chmod(path, 0o600) == 0 else { throw .system("chmod", path) }
      guard systemListen(descriptor, 8) == 0 else { throw .system("listen", path) }
      setNonblocking(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The next connection; `nil` if there is none.
  static func accept(on descriptor: Int32) -> Int32? {
    let connection = systemAccept(descriptor)
    guard connection >= 0 else { return nil }
    setNonblocking(connection)
    return connection
  }

  /// Connects to a socket that belongs to this user, and waits no longer than ten seconds for it.
  static func connect(to path: String) throws(Failure) -> Int32 {
    let status = try status(of: path)
    guard let status, status.isSocket else {
      throw Failure(description: "nobody listens there; start pushhub-demo live")
    }
    guard status.isOwn else {
      throw Failure(description: "the socket belongs to somebody else; choose another by --socket")
    }
    let descriptor = try make()
    var timeout = TimeLimit(seconds: 10, microseconds: 0)
    let length = socklen_t(MemoryLayout<TimeLimit>.stride)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, length)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, length)
    do throws(Failure) {
      if try unsafe call(systemConnect, descriptor, path) { return descriptor }
      throw errno == ECONNREFUSED
        ? Failure(description: "nobody listens there; start pushhub-demo live")
        : .system("connect", path)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Sends everything that the other side takes.
  ///
  /// - Returns: Whether that was all.
  @discardableResult
  static func send(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe systemSend(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Says that nothing more will be sent.
  static func finish(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  static func close(_ descriptor: Int32) {
    systemClose(descriptor)
  }

  /// Tells a file from another that came to its path later.
  struct Identity: Equatable {
    fileprivate let device: dev_t
    fileprivate let number: ino_t
  }

  /// What is at a path now.
  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    return Identity(device: status.st_dev, number: status.st_ino)
  }

  /// Removes a file, unless there is another one at its path.
  static func remove(_ path: String, of identity: Identity?) {
    guard self.identity(of: path) == identity else { return }
    unsafe unlink(path)
  }
}

// MARK: - What is at the path

extension UnixSocket {
  private struct Status {
    let isSocket: Bool
    let isOwn: Bool
  }

  private static func status(of path: String) throws(Failure) -> Status? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw .system("lstat", path) }
      return nil
    }
    return Status(
      isSocket: status.st_mode & S_IFMT == S_IFSOCK,
      isOwn: status.st_uid == getuid()
    )
  }

  /// Removes the socket of a process that is gone, and nothing else.
  private static func removeStale(_ path: String) throws(Failure) {
    guard errno == EADDRINUSE else { throw .system("bind", path) }
    guard let status = try status(of: path) else { return }
    guard status.isSocket, status.isOwn else {
      throw Failure(description: "there is a file that is no socket of yours; choose another path")
    }
    let probe = try make()
    defer { close(probe) }
    if try unsafe call(systemConnect, probe, path) {
      throw Failure(
        description: "another pushhub-demo live listens there; choose another path by --socket"
      )
    }
    guard errno == ECONNREFUSED else { throw .system("connect", path) }
    unsafe unlink(path)
  }
}

// MARK: - Calls

extension UnixSocket {
  /// `timeval` by its layout: to an optimising build its members are those of a private module.
  private struct TimeLimit {
    let seconds: time_t
    let microseconds: suseconds_t
  }

  private static func make() throws(Failure) -> Int32 {
    #if canImport(Glibc)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw .system("socket", "") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
    var isOn: Int32 = 1
    let length = socklen_t(MemoryLayout<Int32>.size)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, length)
    #endif
    return descriptor
  }

  private static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Calls a function that takes an address, with that of a path.
  ///
  /// - Returns: Whether it succeeded; else `errno` says why not.
  private static func call(
    _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
    _ descriptor: Int32,
    _ path: String
  ) throws(Failure) -> Bool {
    var address = sockaddr_un()
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < capacity, !path.utf8.contains(0) else {
      throw Failure(
        description: "the path is longer than \(capacity - 1) bytes; choose another by --socket"
      )
    }
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      unsafe buffer.copyBytes(from: path.utf8)
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe function(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}

extension UnixSocket.Failure {
  fileprivate static func system(_ call: String, _ path: String) -> Self {
    Self(description: "\(call) failed: \(systemMessage(errno))")
  }
}

// The methods above have the names of calls.

private func systemClose(_ descriptor: Int32) {
  close(descriptor)
}

/// Sends without the signal that would end the process when nobody listens any more.
private func systemSend(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
  unsafe send(descriptor, start, count, 0)
  #elseif canImport(Musl)
  unsafe send(descriptor, start, count, MSG_NOSIGNAL)
  #else
  unsafe send(descriptor, start, count, Int32(MSG_NOSIGNAL))
  #endif
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}

private func systemAccept(_ descriptor: Int32) -> Int32 {
  accept(descriptor, nil, nil)
}

private func systemConnect(
  _ descriptor: Int32,
  _ address: UnsafePointer<sockaddr>?,
  _ length: socklen_t
) -> Int32 {
  unsafe connect(descriptor, address, length)
}
