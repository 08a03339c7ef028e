/// The pictures that a notification can have, told apart by how they begin.
///
/// What a server says of the type, and how an address ends, means nothing. See
/// [UNNotificationAttachment](https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
public enum PictureType: String, Hashable, Sendable, CaseIterable {
  case jpeg
  case png
  case gif

  /// How the name of a file of this type ends; the system goes by it.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .gif: "gif"
    }
  }

  /// The type of a picture of which there is at least the beginning; `nil` if it is none of these.
  public init?(beginningWith bytes: some Collection<UInt8>) {
    let type = Self.allCases.first { type in
      type.signatures.contains { bytes.starts(with: $0) }
    }
    guard let type else { return nil }
    self = type
  }

  /// Whether a picture of this type has its end, as it has not if a connection broke.
  ///
  /// Something may come behind it, as some cameras write.
  ///
  /// It is looked for where the format has it: the same bytes also stand inside of pictures.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public func isComplete(_ bytes: some Collection<UInt8>) -> Bool {
    var walk = PictureWalk(Array(bytes))
    return switch self {
    case .jpeg: walk.findsEndOfJPEG()
    case .png: walk.findsEndOfPNG()
    case .gif: walk.findsEndOfGIF()
    }
  }

  private var signatures: [[UInt8]] {
    switch self {
    case .jpeg: [[0xFF, 0xD8, 0xFF]]
    case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
    case .gif: [Array("GIF87a".utf8), Array("GIF89a".utf8)]
    }
  }
}
