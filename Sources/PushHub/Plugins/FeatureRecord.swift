/// Something that happened in the outside world of a feature, such as a server's answer or a touch.
///
/// A feature passes it to ``PluginContext/record(_:)`` when it happens; a recorder that is installed
/// writes it down as `{"t":3,"order":{"id":"#1f…","status":"sent"}}`. What somebody said or who they are
/// stands in properties that are marked as ``Private``:
///
/// ```swift
/// struct OrderStatus: FeatureRecord {
///   static let key = "order"
///   @Private var id: String
///   var status: String
/// }
/// ```
///
/// A rule that a record must keep is checked in `init(from:)`, which throws a `DecodingError` with a
/// sentence. A duration is written as seconds.
public protocol FeatureRecord: Codable, Equatable, Sendable {
  /// The key under which the value stands, unlike any other that may stand in a record.
  static var key: String { get }

  /// The keys that may stand beside ``key``; a record that has some is coded with all of them, as an
  /// object.
  static var siblings: [String] { get }

  /// Whether the latest record holds until another comes, so that a new recording begins with it.
  var isState: Bool { get }

  /// The pages of the feature that the header of a recording may name.
  static var pages: [TranscriptPages] { get }

  /// How the feature is configured, which the header of a recording may say.
  static var configuration: (any RecordedConfiguration.Type)? { get }

  /// The keys of payloads that the feature reads, which stay in a redacted recording.
  static var payloadKeys: Set<String> { get }
}

extension FeatureRecord {
  /// None.
  public static var siblings: [String] { [] }

  /// It is over when it has happened.
  public var isState: Bool { false }

  /// None.
  public static var pages: [TranscriptPages] { [] }

  /// Nothing that a replay must know.
  public static var configuration: (any RecordedConfiguration.Type)? { nil }

  /// None.
  public static var payloadKeys: Set<String> { [] }
}

/// Pages of the app that a feature has to do with, which the header of a recording may name.
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

  /// Which pages they are unless the header says otherwise.
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

/// How a feature is configured, as far as a replay must know it to behave as in the app.
///
/// A ``LoggingPlugin`` names it, and the header of a recording keeps it under the feature's name:
/// `"configuration":{"orders":{"interval":10}}`. A duration is written as seconds. One of the feature's kinds
/// of record names the type, as ``FeatureRecord/configuration``, so that the header can be read.
///
/// ```swift
/// extension Orders.Configuration: RecordedConfiguration {
///   static let feature = "orders"
///
///   init(from decoder: any Decoder) throws {
///     let values = try decoder.container(keyedBy: CodingKeys.self)
///     self.init(interval: try values.value(forKey: .interval, or: Self().interval))
///   }
/// }
/// ```
///
/// A property that is missing gets a default when it is decoded.
public protocol RecordedConfiguration: Codable, Sendable {
  /// The name of the feature's script.
  static var feature: String { get }
}

// MARK: - Privacy

/// A value that says what somebody said or who they are.
///
/// It is coded as the value that it is. A recorder that redacts writes a hash of each text and number in
/// it, the same for equal ones, such that a number fits its type; of bytes a hash of them all; and of a
/// payload what it writes of pushes. The keys of a structure stay, those of a dictionary don't. What decodes
/// from particular texts only, such as an enumeration, can't be read again then, so keep a `String`, or
/// leave such a value public. An optional value is wrapped while it is encoded,
/// `container.encodeIfPresent(name.map { Private($0) }, forKey: .name)`, since a property that is marked
/// must be there to be decoded.
@propertyWrapper
public struct Private<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The value.
  public var wrappedValue: Value

  package let role: PrivateRole

  package init(_ value: Value, _ role: PrivateRole) {
    wrappedValue = value
    self.role = role
  }

  /// Marks a property.
  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  /// Marks a text while it is encoded, such as a name or an identifier; or a payload.
  public init(_ value: Value) {
    self.init(value, .text)
  }

  /// Marks what payloads have under some keys, from the top, so that both have the same in place of it.
  public init(_ value: Value, at path: [String]) {
    self.init(value, .payloadValue(at: path))
  }

  /// Marks a key of payloads.
  public init(payloadKey key: Value) {
    self.init(key, .payloadKey)
  }

  /// Marks a word of the app's, such as a category, which stays if the app says that it is harmless.
  public init(word: Value) {
    self.init(word, .word)
  }

  /// Marks a text whose beginning is the same in every app and stays.
  public init(_ text: Value, after beginning: String) {
    self.init(text, .suffix(after: beginning))
  }

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

/// What a private value is, so that records and payloads have the same in place of it.
package enum PrivateRole: Hashable, Sendable {
  case text
  case token
  case word

  /// A text of which the beginning is known.
  case suffix(after: String)

  case payloadKey
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

// MARK: - The system's refresh

/// What the system does with the app's time in the background.
///
///     {"t":3600,"refresh":"began"}
///     {"t":3629,"refresh":"expired"}
///
/// Recorded where the app is told, and played by a refresh of the features; see
/// ``NotificationManager/refresh()``.
public enum RefreshMoment: String, FeatureRecord, CaseIterable {
  /// The key in a transcript.
  public static let key = "refresh"

  /// The system gave the app time.
  case began

  /// The time is over before the features were done.
  case expired
}
