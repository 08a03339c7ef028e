/// What a terminal can show.
struct Look: Equatable {
  /// Whether texts have colours; see <https://no-color.org>.
  var isColoured = true

  /// Whether it shows more than ASCII.
  var isUnicode = true

  var dot: String { isUnicode ? "●" : "*" }
  var rule: String { isUnicode ? "─" : "-" }
  var wall: String { isUnicode ? "│" : "|" }
  var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
    isUnicode ? ("┌", "┐", "└", "┘") : ("+", "+", "+", "+")
  }
  var ellipsis: Character { isUnicode ? "…" : "~" }

  /// What the environment says of the terminal.
  ///
  /// - Parameter environment: The variables; the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set
  ///   names the encoding.
  init(environment: [String: String]) {
    isColoured = environment["NO_COLOR", default: ""].isEmpty
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }
      .first { !$0.isEmpty }
    let encoding = (locale ?? "").uppercased()
    isUnicode = encoding.contains("UTF-8") || encoding.contains("UTF8")
  }

  init(isColoured: Bool = true, isUnicode: Bool = true) {
    self.isColoured = isColoured
    self.isUnicode = isUnicode
  }
}
