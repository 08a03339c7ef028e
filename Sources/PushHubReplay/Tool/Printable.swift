/// A text that shows what it holds and cannot command the terminal.
///
/// Control characters, line breaks and direction overrides are written as `\u{...}`.
package func printable(_ text: String) -> String {
  if isPlain(text) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// JSON text that shows what its strings hold, and is still the same JSON.
///
/// Control characters, line breaks and direction overrides are written as `\uXXXX`.
package func printableJSON(_ json: String) -> String {
  if isPlain(json) { return json }
  var result = ""
  for scalar in json.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      for unit in UTF16.encode(scalar) ?? UTF16.EncodedScalar() {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Whether a text is nothing but ASCII to be seen, as most are, and so shows what it holds.
private func isPlain(_ text: String) -> Bool {
  text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
}
