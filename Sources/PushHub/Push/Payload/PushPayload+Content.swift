public import Foundation

extension PushPayload {
  /// The payload as JSON that every parser reads alike.
  ///
  /// These are the bytes that came, unless they had a byte order mark, half a surrogate pair or a
  /// repeated key: then they are written anew, with each issue settled as ``issues`` says.
  /// - Complexity: O(1), or O(*n* log *n*) if they are written anew.
  public var json: [UInt8] {
    Array(document.isClean ? document.tape.bytes : document.tape.text(at: 0, numbers: .asWritten))
  }

  /// The bytes of ``json``, for APIs that want `Data`.
  public var jsonData: Data { Data(json) }

  /// The content in the one form that all payloads with the same content share.
  ///
  /// Keys are sorted by their bytes, white space and needless escapes are gone, and numbers with the
  /// same value are spelt alike. Two payloads are equal exactly when the bytes of these texts are,
  /// which `==` on `String` doesn't compare: use `utf8`.
  /// - Complexity: O(*n* log *n*) in the number of bytes; computed at each call.
  public var canonicalJSON: String {
    String(decoding: content.bytes, as: UTF8.self)
  }

  /// What is compared; keep it where many payloads are.
  var content: PayloadContent {
    PayloadContent(bytes: document.tape.text(at: 0, numbers: .canonical))
  }

  /// Decodes the payload, or the app's own part of it, as a type of the app's.
  ///
  /// ```swift
  /// struct Order: Decodable {
  ///   var orderID: Int
  ///   enum CodingKeys: String, CodingKey { case orderID = "order_id" }
  /// }
  /// let order = try payload.decode(Order.self)
  /// ```
  ///
  /// - Throws: What the decoder throws. Its errors may quote values of the payload.
  public func decode<T: Decodable>(
    _ type: T.Type = T.self,
    using decoder: JSONDecoder = JSONDecoder()
  ) throws -> T {
    try decoder.decode(type, from: jsonData)
  }
}

extension PushPayload: Hashable {
  /// Whether both have the same content, however it was written.
  ///
  /// - Complexity: O(1) for copies, O(*n* log *n*) otherwise.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.document === rhs.document || lhs.document.tape.bytes == rhs.document.tape.bytes
      || lhs.content == rhs.content
  }

  /// Feeds the content, not its spelling, to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content)
  }
}

/// The canonical form of a payload, to tell its content from others, byte for byte.
struct PayloadContent: Hashable, Sendable {
  let bytes: ContiguousArray<UInt8>

  func hash(into hasher: inout Hasher) {
    hasher.combine(bytesOf: bytes)
  }
}
