/// How much room there is for lines.
struct TextRoom: Equatable {
  var width: Int
  var height: Int
}

// MARK: - The rows of the log

extension LiveLog {
  /// What of the log is seen at once.
  struct Window: Equatable {
    /// The rows, the oldest first; each of which line that is shown, and which of its rows.
    var rows: [TextLine] = []

    /// How many lines come after the last one that is seen.
    var newer = 0

    /// The numbers of the lines that are seen.
    var numbers: ClosedRange<Int>?
  }

  /// A row, by the index of its line among those that are shown.
  private struct RowIndex: Equatable {
    var line: Int
    var row: Int
  }

  /// What is seen now.
  ///
  /// It costs as many rows as there is room for, however many lines there are.
  func window(in room: TextRoom, look: Look = Look()) -> Window {
    guard room.height > 0, room.width > 0, !shown.isEmpty else { return Window() }
    var window = Window()
    let first = firstRow(in: room)
    var line = first.line
    var skipped = first.row
    while line < shown.endIndex, window.rows.count < room.height {
      let rows = rows(of: shown[line], width: room.width, look: look)
      window.rows += rows.dropFirst(skipped).prefix(room.height - window.rows.count)
      skipped = 0
      line += 1
    }
    window.newer = shown.endIndex - line
    window.numbers = shown[first.line].number...shown[line - 1].number
    return window
  }

  /// Moves what is seen; down is positive.
  mutating func scroll(by rows: Int, in room: TextRoom) {
    guard !shown.isEmpty else { return }
    top = place(of: moved(firstRow(in: room), by: rows, in: room), in: room)
  }

  mutating func scrollToStart(in room: TextRoom) {
    guard !shown.isEmpty else { return }
    top = place(of: RowIndex(line: 0, row: 0), in: room)
  }

  mutating func scrollToEnd() {
    top = nil
  }

  /// Moves what is seen if a line is not, so that it is in the middle.
  mutating func reveal(_ number: Int, in room: TextRoom) {
    guard window(in: room).numbers?.contains(number) != true else { return }
    let index = min(index(of: number), shown.endIndex - 1)
    guard index >= 0 else { return }
    let place = moved(RowIndex(line: index, row: 0), by: -room.height / 2, in: room)
    top = self.place(of: place, in: room)
  }

  /// The first row that is seen: no later than what fills the room to the end.
  private func firstRow(in room: TextRoom) -> RowIndex {
    guard let top else { return lastFirstRow(in: room) }
    let line = index(of: top.number)
    guard line < shown.endIndex else { return lastFirstRow(in: room) }
    let isSame = shown[line].number == top.number
    let row = isSame ? min(top.row, rowCount(line, room) - 1) : 0
    let place = RowIndex(line: line, row: row)
    return fillsRoom(from: place, in: room) ? place : lastFirstRow(in: room)
  }

  private func lastFirstRow(in room: TextRoom) -> RowIndex {
    let line = shown.endIndex - 1
    let end = RowIndex(line: line, row: rowCount(line, room) - 1)
    return moved(end, by: 1 - max(1, room.height), in: room)
  }

  /// A row as it is remembered; `nil` if the end is seen with it.
  private func place(of row: RowIndex, in room: TextRoom) -> Place? {
    let next = moved(row, by: 1, in: room)
    guard next != row, fillsRoom(from: next, in: room) else { return nil }
    return Place(number: shown[row.line].number, row: row.row)
  }

  private func fillsRoom(from place: RowIndex, in room: TextRoom) -> Bool {
    var count = -place.row
    let height = max(1, room.height)
    var line = place.line
    while line < shown.endIndex, count < height {
      count += rowCount(line, room)
      line += 1
    }
    return count >= height
  }

  /// So many rows on, or back; the first or the last one if there are not as many.
  private func moved(_ place: RowIndex, by rows: Int, in room: TextRoom) -> RowIndex {
    var place = place
    place.row += rows
    while place.row < 0 {
      guard place.line > 0 else { return RowIndex(line: 0, row: 0) }
      place.line -= 1
      place.row += rowCount(place.line, room)
    }
    while true {
      let count = rowCount(place.line, room)
      guard place.row >= count else { return place }
      guard place.line + 1 < shown.endIndex else {
        return RowIndex(line: place.line, row: count - 1)
      }
      place.line += 1
      place.row -= count
    }
  }

  private func rowCount(_ line: Int, _ room: TextRoom) -> Int {
    rows(of: shown[line], width: room.width, look: Look()).count
  }
}

// MARK: - A line

extension LiveLog {
  /// From how many columns on the texts stand in a column of their own.
  private static let leastWidthOfColumns = 60

  /// A line with its time and its speaker, wrapped.
  private func rows(of line: LiveLogLine, width: Int, look: Look) -> [TextLine] {
    let time = line.time.shortText
    let name = line.speaker.name
    let hasColumns = width >= Self.leastWidthOfColumns
    var row = TextLine(mark(of: line, look: look), .alert)
    let timePadding = hasColumns ? max(0, 7 - time.count) : 0
    row.append(String(repeating: " ", count: timePadding) + time, .quiet)
    row.append(hasColumns ? "  " : " ")
    row.append(name, line.speaker.style)
    row.append(hasColumns ? String(repeating: " ", count: max(1, 12 - name.count)) : ": ", .quiet)
    append(line, to: &row)
    return row.wrapped(to: width, indent: hasColumns ? 22 : min(3, width / 4))
  }

  /// Tells hits without colours, too.
  private func mark(of line: LiveLogLine, look: Look) -> String {
    guard let search, !search.hits.isEmpty else { return " " }
    if search.hit == line.number { return look.arrow }
    return line.folded.contains(search.folded) ? look.bullet : " "
  }

  private func append(_ line: LiveLogLine, to row: inout TextLine) {
    guard let search, !search.hits.isEmpty else { return row.append(line.text) }
    var rest = line.text[...]
    var start = 0
    for range in line.folded.ranges(of: search.folded) {
      row.append(String(rest.prefix(range.lowerBound - start)))
      rest = rest.dropFirst(range.lowerBound - start)
      row.append(String(rest.prefix(range.count)), .selected)
      rest = rest.dropFirst(range.count)
      start = range.upperBound
    }
    row.append(String(rest))
  }
}

extension LiveLogLine.Speaker {
  fileprivate var style: TextLine.Style {
    switch self {
    case .part(_, let colour): .colour(colour)
    case .user: .strong
    case .system, .server, .demo: .quiet
    }
  }
}
