/// Compares the `aps` dictionary with what Apple documents, by the kinds of its tokens.
///
/// It finds something in a field when the field reads as nil although it is there, and in a flag
/// that is given as a boolean or the other way round, which is read as meant. Unknown keys are
/// nobody's mistake.
struct APSChecker {
  let tape: PayloadTape
  private(set) var findings: [PayloadFinding] = []

  init(tape: PayloadTape) {
    self.tape = tape
  }

  /// Checks a whole payload, and returns the position of its `aps` dictionary.
  mutating func checkPayload() -> Int? {
    guard let aps = tape.value(for: "aps", in: 0) else {
      findings.append(PayloadFinding(code: .missing, position: 0))
      return nil
    }
    guard tape.tokens[aps].kind == .object else {
      expect("a dictionary", at: aps)
      return nil
    }
    check(aps, against: APSField.aps)
    return aps
  }

  private mutating func check(_ object: Int, against fields: [APSField]) {
    let end = Int(tape.tokens[object].next)
    var position = object + 1
    while position < end {
      let token = tape.tokens[position]
      if !token.flags.contains(.shadowed),
        let field = fields.first(where: { tape.isKey(token, $0.key, length: $0.length) })
      {
        check(position + 1, field.shape)
      }
      position = Int(tape.tokens[position + 1].next)
    }
  }

  private mutating func check(_ position: Int, _ shape: APSField.Shape) {
    switch (shape, tape.tokens[position].kind) {
    case (.text, .string), (.dictionary, .object): break
    case (.alert, .string), (.sound, .string), (.localizable, .string): break
    case (.alert, .object): check(position, against: APSField.alert)
    case (.sound, .object): check(position, against: APSField.sound)
    case (.localizable, .object): check(position, against: APSField.localization)
    case (.texts, .array): checkTexts(position)
    case (.integer, .number): checkInteger(position)
    case (.number, .number), (.flag, .number): checkNumber(position)
    case (.boolean, .true), (.boolean, .false): break
    case (.flag, .true), (.flag, .false), (.boolean, .number): expectFlag(shape.name, at: position)
    case (.flag, _), (.boolean, _): expect(shape.name, at: position, readsAs: "no")
    default: expect(shape.name, at: position)
    }
  }

  private mutating func checkTexts(_ array: Int) {
    for element in tape.elements(of: array) where tape.tokens[element].kind != .string {
      // One field, one issue: the first wrong element costs the whole list.
      return expect("a string", at: element)
    }
  }

  private mutating func checkInteger(_ position: Int) {
    if tape.number(at: position)?.int == nil { limit("a whole number", at: position) }
  }

  private mutating func checkNumber(_ position: Int) {
    // The shortest number beyond a Double is 1e309.
    if tape.tokens[position].length < 5 { return }
    if tape.number(at: position)?.double == nil { limit("a number", at: position) }
  }

  private mutating func expect(_ name: String, at position: Int, readsAs meaning: String = "nil") {
    findings.append(
      PayloadFinding(code: .wrongType, position: position, expected: name, meaning: meaning)
    )
  }

  private mutating func expectFlag(_ name: String, at position: Int) {
    let isSet = tape.bool(at: position) ?? (tape.number(at: position)?.double == 1)
    expect(name, at: position, readsAs: isSet ? "yes" : "no")
  }

  private mutating func limit(_ name: String, at position: Int) {
    findings.append(PayloadFinding(code: .outOfRange, position: position, expected: name))
  }
}

extension APSField.Shape {
  /// The shape as a reader of an issue knows it.
  fileprivate var name: String {
    switch self {
    case .text: "a string"
    case .texts: "an array of strings"
    case .integer, .number, .flag: "a number"
    case .boolean: "a boolean"
    case .dictionary: "a dictionary"
    case .alert, .sound, .localizable: "a string or a dictionary"
    }
  }
}
