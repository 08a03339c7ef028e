import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads a notification's picture, sound or film into a file, in a service extension.
///
/// The type is recognized by the content, and names the file as the system wants it. After a failure no file
/// is left.
struct MediaDownload: Sendable {
  /// The directory for the files alone; by default among the temporary ones.
  var directory = URL.temporaryDirectory.appending(path: "PushHub media")

  /// Writes what the server sends into a file.
  let fetch: @Sendable (URLRequest, _ file: URL) async throws -> Void

  /// The real download, with a limit.
  static func live(_ maximumByteCount: Int) -> Self {
    Self { try await MediaExchange(maximumByteCount, writingTo: $1).answer(to: $0) }
  }

  /// Downloads a file.
  ///
  /// - Parameter address: The address of the file, from a push.
  /// - Returns: The file, whose name ends as its type wants.
  /// - Throws: ``MediaError``, or `CancellationError` when the task is canceled while the server sends.
  func file(at address: String) async throws -> URL {
    guard let url = URL(string: address), url.host?.isEmpty == false,
      ["http", "https"].contains(url.scheme?.lowercased())
    else { throw MediaError.invalidAddress }
    let file = directory.appending(path: UUID().uuidString)
    let files = FileSystem.system
    do {
      try files.makeFolder(at: directory)
      try files.write(Data(), to: file)
    } catch {
      throw MediaError.notWritable((error as NSError).code)
    }
    let names = (try? files.contents(of: directory)) ?? []
    files.removeLeftovers(among: names.map { directory.appending(path: $0) }, at: file)
    do {
      var request = URLRequest(url: url)
      request.setValue("image/*, audio/*, video/*", forHTTPHeaderField: "Accept")
      try await fetch(request, file)
      let target = file.appendingPathExtension(try Self.ending(of: file))
      try files.move(file, to: target)
      return target
    } catch {
      try? files.remove(file)
      throw error
    }
  }
}

extension MediaDownload {
  /// Reads the type of a file, and checks that a notification can have so large a file of it.
  private static func ending(of file: URL) throws -> String {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    let head = try handle.read(upToCount: 12) ?? Data()
    let text = String(String.UnicodeScalarView(head.map { Unicode.Scalar($0) }))
    let type = types.first { type in
      type.parts.contains { start, rest in
        text.hasPrefix(start) && (rest.isEmpty || text.dropFirst(start.count).contains(rest))
      }
    }
    guard let type else { throw MediaError.unknownType }
    guard try handle.seekToEnd() <= type.megabytes * 1_000_000 else { throw MediaError.tooLarge }
    return type.ending
  }

  /// The types of files that a notification can have, and how they begin; see
  /// [UNNotificationAttachment](https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  private static let types: [(ending: String, megabytes: UInt64, parts: [(String, String)])] = [
    ("jpg", 10, [("\u{FF}\u{D8}\u{FF}", "")]),
    ("png", 10, [("\u{89}PNG\r\n\u{1A}\n", "")]),
    ("gif", 10, [("GIF8", "")]),
    ("webp", 10, [("RIFF", "WEBP")]),
    ("wav", 5, [("RIFF", "WAVE")]),
    ("aiff", 5, [("FORM", "AIF")]),
    ("mp3", 5, ["ID3", "\u{FF}\u{FB}", "\u{FF}\u{F3}", "\u{FF}\u{F2}"].map { ($0, "") }),
    ("m4a", 5, [("\0\0\0", "ftypM4A")]),
    ("mp4", 50, ["iso", "mp4", "avc1", "M4V ", "MSNV", "dash"].map { ("\0\0\0", "ftyp\($0)") }),
    ("mpg", 50, [("\0\0\u{1}\u{BA}", ""), ("\0\0\u{1}\u{B3}", "")]),
    ("avi", 50, [("RIFF", "AVI ")]),
  ]
}

/// A reason why a notification has no picture, sound or film.
///
/// The description names neither the address nor the server, so that logs can have it in full.
enum MediaError: LoggableError, Equatable {
  /// The address is not a server's.
  case invalidAddress

  /// The server could not be reached, or the connection broke; with the code of the `URLError`.
  case unreachable(Int)

  /// The server answered with this status, which is no success.
  case failureStatus(Int)

  /// The file is longer than allowed.
  case tooLarge

  /// A notification can't have a file of this type.
  case unknownType

  /// The file can't be written; with the code of Foundation's error.
  case notWritable(Int)

  /// A description of the error, with advice.
  var description: String {
    switch self {
    case .invalidAddress: "The address is not a server's; send one that begins with https."
    case .unreachable(let code): "The server can't be reached (URLError \(code)); check the server."
    case .failureStatus(let status):
      "The server does not send the file (status \(status)); send the address where it is."
    case .tooLarge: "The file is too large; send a smaller one, or allow more bytes."
    case .unknownType:
      "The file's type is none that a notification can have; send JPEG, PNG, GIF, MP3, M4A or MP4."
    case .notWritable(let code): "The file can't be written (\(code)); check whether there is room."
    }
  }
}
