/// A text that shows what it holds and cannot command the terminal.
///
/// Control characters, line breaks and direction overrides are written as `\u{...}`.
package func printable(_ text: String) -> String {
  escaped(text) { "\\u{\(String($0.value, radix: 16))}" }
}

/// JSON text that shows what its strings hold, and is still the same JSON.
///
/// Control characters, line breaks and direction overrides are written as `\uXXXX`.
package func printableJSON(_ json: String) -> String {
  escaped(json) { scalar in
    String(scalar).utf16.map { "\\u\(String(0x1_0000 + UInt32($0), radix: 16).dropFirst())" }
      .joined()
  }
}

private func escaped(_ text: String, as escape: (Unicode.Scalar) -> String) -> String {
  // Most texts are nothing but ASCII to be seen, and so show what they hold.
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      result += escape(scalar)
    default:
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}
