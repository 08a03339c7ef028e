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

  /// What is left of a container to be written.
  enum Entries {
    case elements([Any].Iterator)
    case members([(key: Any, value: Any)].Iterator)

    var isArray: Bool {
      if case .elements = self { true } else { false }
    }
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  init(_ value: Any) {
    // Casts bridge: NSNumber(value: 1) casts to Bool, and on Apple's systems Int casts to
    // NSNumber. So objects and values are told apart first.
    self = type(of: value) is AnyClass ? Self(object: value) : Self(value: value)
  }

  private init(double: Double) {
    self = JSONNumber(double).map { .number($0.text) } ?? .nonFinite
  }
}

// MARK: - Swift

extension UserInfoValue {
  private init(value: Any) {
    // Casts to a protocol search for a conformance; most values are strings and skip that.
    if type(of: value) == String.self, let text = value as? String {
      self = .string(text)
      return
    }
    switch value {
    case let value as any OptionalValue: self = value.wrapped.map { Self($0) } ?? .null
    case let value as any StringProtocol: self = .string(String(value))
    case let value as Bool: self = .bool(value)
    case let value as any BinaryInteger: self = .number(String(value))
    case let value as Decimal: self = value.isFinite ? .number(value.description) : .nonFinite
    case let value as any BinaryFloatingPoint: self.init(double: Double(value))
    case let value as [String: Any]:
      self = .container(.members(value.map { (key: $0.key, value: $0.value) }.makeIterator()))
    case let value as [AnyHashable: Any]:
      self = .container(.members(value.map { (key: $0.key.base, value: $0.value) }.makeIterator()))
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
    switch object {
    case is NSNull: self = .null
    case let object as NSString: self = .string(object as String)
    case let object as NSNumber: self.init(number: object)
    case let object as NSDictionary:
      let members = object.map { (key: $0.key, value: $0.value) }
      self = .container(.members(members.makeIterator()))
    case let object as NSArray:
      self = .container(.elements(object.map { $0 }.makeIterator()))
    default: self = .unsupported("\(type(of: object))")
    }
  }

  private init(number: NSNumber) {
    // The two booleans are objects of their own; a number 1 is another object.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else if let decimal = number as? NSDecimalNumber {
      self.init(value: decimal.decimalValue)
    } else if let integer = Int64(exactly: number) {
      self = .number(String(integer))
    } else if let integer = UInt64(exactly: number) {
      self = .number(String(integer))
    } else {
      self.init(double: number.doubleValue)
    }
  }
}
