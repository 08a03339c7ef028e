import PushHub

/// A JSON schema, as far as the articles use it.
///
/// Everything that it meets in values is kept, so that a test can say what no value had.
struct JSONSchema {
  let root: JSONValue

  /// The properties and words of enumerations of the schema that a value had, and those it lacked.
  private(set) var present: Set<String> = []
  private(set) var absent: Set<String> = []

  init(_ root: JSONValue) { self.root = root }

  /// Returns why a value breaks the schema; nothing if it doesn't.
  mutating func problems(of value: JSONValue) -> [String] {
    problems(of: value, by: root, at: "")
  }

  private mutating func problems(
    of value: JSONValue,
    by schema: JSONValue,
    at path: String
  ) -> [String] {
    var problems: [String] = []
    func require(_ isTrue: Bool, _ rule: String) {
      if !isTrue { problems.append("\(path): \(rule), not \(value)") }
    }
    for (rule, limit) in schema.objectValue ?? [:] {
      switch rule {
      case "$ref":
        let name = limit.stringValue?.split(separator: "/").last.map(String.init) ?? ""
        guard let definition = root["$defs"]?[name] else { return ["\(name) is not defined"] }
        problems += self.problems(of: value, by: definition, at: path)
      case "type": require(type(of: value) == limit.stringValue, "a value is of type \(limit)")
      case "enum":
        require(limit.arrayValue?.contains(value) == true, "a value is one of \(limit)")
        present.insert("\(path)=\(value.stringValue ?? "")")
        absent.formUnion(limit.arrayValue?.map { "\(path)=\($0.stringValue ?? "")" } ?? [])
      case "pattern":
        let text = value.stringValue ?? ""
        let pattern = try? Regex(limit.stringValue ?? "")
        require(pattern.flatMap { try? $0.wholeMatch(in: text) } != nil, "a text is \(limit)")
      case "minLength":
        require(value.stringValue.map { $0.count >= limit.intValue ?? 0 } ?? true, "long enough")
      case "minimum":
        require(value.intValue.map { $0 >= limit.intValue ?? 0 } ?? true, "at least \(limit)")
      case "minItems":
        require(value.arrayValue.map { $0.count >= limit.intValue ?? 0 } ?? true, "not empty")
      case "items":
        for element in value.arrayValue ?? [] {
          problems += self.problems(of: element, by: limit, at: path + "[]")
        }
      case "required":
        for name in limit.arrayValue?.compactMap(\.stringValue) ?? [] {
          require(value[name] != nil, "\(name) is there")
        }
      case "properties":
        for (name, rules) in limit.objectValue ?? [:] {
          guard let property = value[name] else {
            absent.insert("\(path)/\(name)")
            continue
          }
          present.insert("\(path)/\(name)")
          problems += self.problems(of: property, by: rules, at: "\(path)/\(name)")
        }
      case "additionalProperties":
        let names = schema["properties"]?.objectValue.map { Set($0.keys) } ?? []
        for (name, property) in value.objectValue ?? [:] where !names.contains(name) {
          guard limit.boolValue != false else {
            require(false, "\(name) is known")
            continue
          }
          problems += self.problems(of: property, by: limit, at: "\(path)/*")
        }
      case "not": require(!fits(value, limit), "not \(limit)")
      case "anyOf":
        require(limit.arrayValue?.contains { fits(value, $0) } == true, "any of \(limit)")
        if let choice = limit.arrayValue?.first(where: { fits(value, $0) }) {
          problems += self.problems(of: value, by: choice, at: path)
        }
      case "oneOf":
        require(limit.arrayValue?.count { fits(value, $0) } == 1, "one of \(limit)")
      case "$schema", "$defs", "title": break
      default: return ["\(rule) is a rule that this test doesn't know"]
      }
    }
    return problems
  }

  private func fits(_ value: JSONValue, _ schema: JSONValue) -> Bool {
    var copy = self
    return copy.problems(of: value, by: schema, at: "").isEmpty
  }

  private func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .number(let number): number.int == nil ? "number" : "integer"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
