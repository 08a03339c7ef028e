import Foundation

/// What a value of a system dictionary is in JSON.
enum UserInfoValue {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case container(Entries)
  /// NaN or an infinity.
  case nonFinite
  /// A value that JSON doesn't have, by the name of its type.
  case unsupported(String)

  /// What is left of a container to be read.
  enum Entries {
    case elements(IndexingIterator<[Any]>)
    case texts(Dictionary<String, Any>.Iterator)
    case hashables(Dictionary<AnyHashable, Any>.Iterator)
    case members(IndexingIterator<[(key: Any, value: Any)]>)

    var isArray: Bool {
      if case .elements = self { true } else { false }
    }

    /// Whether keys may be of any type.
    var hasAnyKeys: Bool {
      switch self {
      case .hashables, .members: true
      case .elements, .texts: false
      }
    }
  }

  init(_ value: Any) {
    // Casts bridge: NSNumber(value: 1) casts to Bool, and on Apple's systems Int casts to
    // NSNumber. So objects and values are told apart first.
    self = type(of: value) is AnyClass ? Self(object: value) : Self(value: value)
  }

  /// The text that a value is, or nil for another kind.
  static func text<Value>(_ value: Value) -> String? {
    if Value.self == String.self { return value as? String }
    guard case .string(let text) = Self(value) else { return nil }
    return text
  }

  private init(double: Double) {
    self = JSONNumber(double).map { .number($0.text) } ?? .nonFinite
  }
}

// MARK: - Swift

extension UserInfoValue {
  private init(value: Any) {
    switch value {
    case let value as any OptionalValue: self = value.wrapped.map { Self($0) } ?? .null
    case let value as any StringProtocol: self = .string(String(value))
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger: self = .number(String(value))
    case let value as Decimal: self = value.isFinite ? .number(value.description) : .nonFinite
    case let value as any BinaryFloatingPoint: self.init(double: Double(value))
    case _ where type(of: value) == [AnyHashable: Any].self:
      // As one of texts, only one of two keys of several types with one text would be left.
      self = .container(.hashables((value as? [AnyHashable: Any] ?? [:]).makeIterator()))
    case let value as [String: Any]: self = .container(.texts(value.makeIterator()))
    case let value as [AnyHashable: Any]: self = .container(.hashables(value.makeIterator()))
    case let value as [Any]: self = .container(.elements(value.makeIterator()))
    default: self = .unsupported("\(type(of: value))")
    }
  }
}

/// An optional whose wrapped type isn't known.
private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrapped: Any? { self.map { $0 as Any } }
}

// MARK: - Foundation

extension UserInfoValue {
  private init(object: Any) {
    // From here on a cast only compares classes.
    switch object as? NSObject {
    case let text as NSString: self = .string(text as String)
    case let number as NSNumber: self.init(number: number)
    case let dictionary as NSDictionary:
      let members = dictionary.map { (key: $0.key, value: $0.value) }
      self = .container(.members(members.makeIterator()))
    case let array as NSArray: self = .container(.elements(array.map { $0 }.makeIterator()))
    case is NSNull: self = .null
    default: self = .unsupported("\(type(of: object))")
    }
  }

  private init(number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self.init(value: decimal.decimalValue)
    } else if let integer = Int64(exactly: number.doubleValue), integer.magnitude < 1 << 53 {
      // The two booleans are objects of their own; a number 1 is another object.
      let mayBeBool = integer == 0 || integer == 1
      let isBool = mayBeBool && number === NSNumber(value: integer == 1)
      self = isBool ? .bool(integer == 1) : .number(String(integer))
    } else if let integer = Int64(exactly: number) {
      self = .number(String(integer))
    } else if let integer = UInt64(exactly: number) {
      self = .number(String(integer))
    } else {
      self.init(double: number.doubleValue)
    }
  }
}
