/// A validated payload, shared by reference: its tape, and everything strange about it.
final class PayloadDocument: Sendable {
  let tape: PayloadTape
  /// The position of the `aps` dictionary.
  let aps: Int?
  /// The outermost keys, as far as a mask tells.
  let keys: KeyMask
  let issues: [PayloadIssue]
  /// Whether any JSON parser reads the same from these bytes.
  let isClean: Bool

  /// Reads bytes, and adds to the issues found so far.
  init(
    _ bytes: ContiguousArray<UInt8>,
    issues earlier: PayloadIssueList = PayloadIssueList(),
    maximumDepth: Int = PushPayload.maximumDepth
  ) throws(PayloadError) {
    var parser = PayloadParser(bytes, maximumDepth: maximumDepth)
    try parser.parse()
    tape = PayloadTape(bytes: bytes, tokens: parser.tokens)
    keys = KeyMask(0, of: tape)
    isClean = parser.findings.isEmpty

    var checker = APSChecker(tape: tape)
    aps = checker.checkPayload()
    if parser.findings.isEmpty, checker.findings.isEmpty {
      issues = earlier.all
    } else {
      var list = earlier
      for finding in parser.findings + checker.findings { list.append(tape.issue(for: finding)) }
      list.omit(parser.omittedFindings)
      issues = list.all
    }
  }

  /// A dictionary without keys.
  init() {
    let object = PayloadToken(start: 0, length: 0, next: 1, kind: .object)
    tape = PayloadTape(bytes: [ASCII.openBrace, ASCII.closeBrace], tokens: [object])
    keys = KeyMask(0, of: tape)
    aps = nil
    issues = []
    isClean = true
  }
}
