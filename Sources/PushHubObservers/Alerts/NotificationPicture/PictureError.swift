public import PushHub
import PushHubNetworking

/// Why a notification has no picture.
///
/// The description names neither the address nor the server, so that logs tell it whole.
public struct PictureError: LoggableError, Hashable {
  /// What happened.
  public let code: Code

  /// More on what happened, in a few words.
  public let reason: String?

  init(_ code: Code, reason: String? = nil) {
    self.code = code
    self.reason = reason
  }

  init(for failure: HTTPFailure) {
    switch failure {
    case .timedOut: self.init(.timedOut)
    case .bodyTooLarge: self.init(.tooLarge)
    case .redirectRefused: self.init(.redirectRefused)
    case .tooManyRedirects: self.init(.redirectRefused, reason: "too many of them")
    case .transport(let reason): self.init(.unreachable, reason: reason)
    }
  }
}

extension PictureError {
  /// What can go wrong; later versions may know more.
  public struct Code: Hashable, Sendable {
    enum Value {
      case invalidAddress
      case unreachable
      case timedOut
      case redirectRefused
      case failureStatus
      case tooLarge
      case noPicture
      case incomplete
      case notWritable
    }

    let value: Value

    /// The address is none of a server's.
    public static let invalidAddress = Self(value: .invalidAddress)

    /// The server could not be reached, or the connection broke.
    public static let unreachable = Self(value: .unreachable)

    /// The server took too long.
    public static let timedOut = Self(value: .timedOut)

    /// The server pointed to another origin, or from address to address.
    public static let redirectRefused = Self(value: .redirectRefused)

    /// The server answered with a status that is no success.
    public static let failureStatus = Self(value: .failureStatus)

    /// The answer is longer than the configuration allows.
    public static let tooLarge = Self(value: .tooLarge)

    /// The answer is none of the pictures that a notification can have.
    public static let noPicture = Self(value: .noPicture)

    /// The answer is the beginning of a picture.
    public static let incomplete = Self(value: .incomplete)

    /// The picture can't be written to a file.
    public static let notWritable = Self(value: .notWritable)
  }

  /// A sentence on what happened, and what to do about it.
  public var description: String {
    let reason = reason.map { " (\($0))" } ?? ""
    return switch code.value {
    case .invalidAddress: "The picture's address is none; send one that begins with https."
    case .unreachable: "The picture's server can't be reached\(reason); look after the server."
    case .timedOut: "The picture took too long; send a smaller one."
    case .redirectRefused:
      "The picture's server pointed elsewhere\(reason); send the address where the picture is."
    case .failureStatus: "The picture's server has refused it\(reason); look after the server."
    case .tooLarge: "The picture is too large; send a smaller one, or allow more bytes."
    case .noPicture: "What came is no JPEG, PNG or GIF; send one of these."
    case .incomplete: "The picture has no end; look after the server."
    case .notWritable: "The picture can't be written\(reason); look whether there is room."
    }
  }
}
