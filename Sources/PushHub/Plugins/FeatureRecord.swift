/// Something that happened in the outside world of a feature, such as a server's answer or a touch.
///
/// A feature passes it to ``PluginContext/record(_:at:)`` when it happens; a recorder that is installed
/// writes it as `{"t":3,"order":{"id":"#1f…","status":"sent"}}`. Mark properties with what people wrote or with
/// who they are as ``Private``:
///
/// ```swift
/// struct OrderStatus: FeatureRecord {
///   static let key = "order"
///   @Private var id: String
///   var status: String
/// }
/// ```
///
/// Check the rules of a record in `init(from:)`, and throw a `DecodingError` with a sentence. A duration is
/// written as seconds.
public protocol FeatureRecord: Codable, Equatable, Sendable {
  /// The key of the value in a record. No other kind of record may use it.
  static var key: String { get }

  /// The keys that may stand beside ``key``. A kind that has some encodes the whole record, with ``key``, as an
  /// object.
  static var siblings: [String] { get }

  /// Whether the latest record holds until another comes, so that a new recording begins with it.
  var isState: Bool { get }

  /// Whether a state is that of the account that is shown, so that it doesn't hold for another one.
  var isOfShownAccount: Bool { get }

  /// The feature's pages in the header of a recording.
  static var pages: [TranscriptPages] { get }

  /// The type of the feature's configuration in the header of a recording.
  static var configuration: (any RecordedConfiguration.Type)? { get }
}

extension FeatureRecord {
  /// An empty array.
  public static var siblings: [String] { [] }

  /// `false`.
  public var isState: Bool { false }

  /// `false`.
  public var isOfShownAccount: Bool { false }

  /// An empty array.
  public static var pages: [TranscriptPages] { [] }

  /// `nil`.
  public static var configuration: (any RecordedConfiguration.Type)? { nil }
}

/// A setting of a feature's pages, in the header of a recording.
///
/// ```swift
/// extension TranscriptPages {
///   static let orders = TranscriptPages("orders", standard: "orders")
/// }
/// transcript[.orders] = ["purchases"]  // {"transcript":1,"orders":"purchases"}
/// ```
public struct TranscriptPages: Hashable, Sendable {
  /// The key in the header.
  public let key: String

  /// The pages without an entry in the header.
  public let standard: [PageID]

  /// Whether the header gives a list, not one page.
  public let isList: Bool

  /// A list of pages.
  public init(_ key: String, standard: [PageID]) {
    self.key = key
    self.standard = standard
    isList = true
  }

  /// One page.
  public init(_ key: String, standard: PageID) {
    self.key = key
    self.standard = [standard]
    isList = false
  }
}

/// The part of a feature's configuration that a replay needs to behave as in the app.
///
/// A ``LoggingPlugin`` returns it, and the header of a recording has it under the feature's name:
/// `"configuration":{"orders":{"interval":10}}`. A duration is written as seconds. To read the header, one of
/// the feature's kinds of record returns the type as ``FeatureRecord/configuration``.
///
/// ```swift
/// extension Orders.Configuration: RecordedConfiguration {
///   static let feature = "orders"
///
///   init(from decoder: any Decoder) throws {
///     let values = try decoder.container(keyedBy: CodingKeys.self)
///     self.init(interval: try JSONKey.value(.interval, in: values, or: Self().interval))
///   }
/// }
/// ```
///
/// Decoding gives a missing property its default.
public protocol RecordedConfiguration: Codable, Sendable {
  /// The name of the feature's script.
  static var feature: String { get }
}

// MARK: - Privacy

/// A value with what a person wrote, or with who they are.
///
/// It is coded like the value itself. In a redacted recording:
///
/// - Each text and number is replaced by a hash, the same for equal values. The hash of a number fits its type.
/// - Bytes are replaced by one hash of them all.
/// - A payload is redacted like that of a push.
/// - The keys of a structure stay; those of a dictionary are replaced.
///
/// An enumeration can't be decoded from a hash: keep a `String`, or leave such a value public. A marked
/// property must be present when it is decoded, so wrap an optional value while it is encoded:
/// `container.encodeIfPresent(name.map { Private($0) }, forKey: .name)`.
@propertyWrapper
public struct Private<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value.
  public var wrappedValue: Value

  package let role: PrivateRole

  /// Marks a value.
  public init(_ value: Value, _ role: PrivateRole = .text) {
    wrappedValue = value
    self.role = role
  }

  /// Marks a property.
  public init(wrappedValue: Value) { self.init(wrappedValue) }

  /// Decodes the value.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }

  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// What a private value is, so that records and payloads get the same hashes.
public enum PrivateRole: Hashable, Sendable {
  /// A text, such as a name or an identifier, or a payload.
  case text

  /// A token of bytes in hexadecimal digits.
  case token

  /// A word of the app's, such as a category, which stays if the recorder's `names` contain it.
  case word

  /// A key of payloads.
  case payloadKey

  /// A value of payloads, at a path of keys from the top.
  case payloadValue(at: [String])
}

extension Private: PrivateValue {
  package var value: any Encodable { wrappedValue }
}

/// A private value of any type.
package protocol PrivateValue {
  var value: any Encodable { get }
  var role: PrivateRole { get }
}
