/// Something that happened, or that somebody did about it.
struct ReportMark: Equatable {
  /// Where a mark comes from.
  enum Source: Equatable {
    /// The record of the transcript of that number, from 1.
    case record(Int)

    /// What the hub or an observer said.
    case line(PlayedLine.Speaker)
  }

  let at: Duration
  let lane: ReportLane
  let source: Source

  /// The kind of the record, or the event of the line.
  let kind: String

  /// What happened, in words.
  var words: String

  /// A word or two to stand in the timeline.
  let label: String

  /// The record or the line as JSON; the first and the last one of several that are one mark.
  var texts: [String]

  /// For what lasts, until when.
  var until: Duration?

  /// The mark that this one came of.
  var cause: Int?

  /// Why nothing came of this one; `nil` if something did.
  var why: String?
}
