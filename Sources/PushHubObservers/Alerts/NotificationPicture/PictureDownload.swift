import Foundation
import PushHub

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Downloads a notification's picture into a file, in a service extension.
///
/// The picture is in memory while it comes; the system allows an extension 24 MB. The type is told by the
/// content, whatever the server calls it, and names the file as the system wants it. When a picture is
/// attached the system moves its file. After a failure none is left.
struct PictureDownload: Sendable {
  /// Gives what the server sends for a picture.
  typealias Fetch = @Sendable (URLRequest) async throws -> Data

  /// Where the files are, and nothing else; by default among the temporary ones.
  var directory = URL.temporaryDirectory.appending(path: "PushHub pictures")
  let fetch: Fetch

  /// Downloads a picture.
  ///
  /// - Parameter address: Where it is, as a push says.
  /// - Returns: A file with the picture, whose name ends as its type wants.
  /// - Throws: ``PictureError``, or `CancellationError` when the task is cancelled while the server sends. No
  ///   file is left then.
  func file(at address: String) async throws -> URL {
    guard let url = URL(string: address), url.host?.isEmpty == false,
      ["http", "https"].contains(url.scheme?.lowercased())
    else { throw PictureError.invalidAddress }
    var request = URLRequest(url: url)
    request.setValue("image/jpeg, image/png, image/gif", forHTTPHeaderField: "Accept")
    let picture = try await fetch(request)
    let type = Self.types.first { picture.starts(with: $0.beginning) }
    guard let type else { throw PictureError.noPicture }
    let file = directory.appending(path: "\(UUID()).\(type.extension)")
    do {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try picture.write(to: file, options: .atomic)
      return file
    } catch {
      throw PictureError.notWritable((error as NSError).code)
    }
  }

  /// The pictures that a notification can have; see
  /// [UNNotificationAttachment](https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  private static let types: [(extension: String, beginning: [UInt8])] = [
    ("jpg", [0xFF, 0xD8, 0xFF]),
    ("png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ("gif", Array("GIF8".utf8)),
  ]
}

/// Why a notification has no picture.
///
/// The description names neither the address nor the server, so that logs have it whole.
enum PictureError: LoggableError, Equatable {
  /// The address is none of a server's.
  case invalidAddress

  /// The server could not be reached, or the connection broke; with the code of the `URLError`.
  case unreachable(Int)

  /// The server answered with this status, which is no success.
  case failureStatus(Int)

  /// The answer is longer than is allowed.
  case tooLarge

  /// The answer is none of the pictures that a notification can have.
  case noPicture

  /// The picture can't be written to a file; with the code of Foundation's error.
  case notWritable(Int)

  /// A sentence on what happened, and what to do about it.
  var description: String {
    switch self {
    case .invalidAddress: "The picture's address is none; send one that begins with https."
    case .unreachable(let code):
      "The picture's server can't be reached (URLError \(code)); look after the server."
    case .failureStatus(let status):
      "The picture's server does not send it (status \(status)); send the address where it is."
    case .tooLarge: "The picture is too large; send a smaller one, or allow more bytes."
    case .noPicture: "What came is no JPEG, PNG or GIF; send one of these."
    case .notWritable(let code):
      "The picture can't be written (\(code)); look whether there is room."
    }
  }
}
