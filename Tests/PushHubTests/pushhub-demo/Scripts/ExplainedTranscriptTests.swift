import Foundation
import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// What people read of the transcripts that come with the demo.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ExplainedTranscriptTests {
  @Test func `a dot says why it is on, and how far was read`() async throws {
    #expect(
      try await rows("day", at: "76", observer: "badge") == [
        "badge       dot on notifications since 0:01:15.200",
        "            newest is n3 (3) since 0:01:15.200",
        "            read up to n2 (2) since 0:00:49.000",
        "            listening for alice since 0:00:48.000",
        "            a tree of count and dot shows 4 at its root",
        "            What led there:",
        "              0:00:48.000  line 12  alice signs in",
        "              0:00:49.000  line 15  the listener reports 2, n1, n2",
        "              0:01:15.200  line 27  the listener reports 3, n1, n2, n3",
        "              0:01:15.200           dot on notifications",
      ]
    )
  }

  @Test func `the server's wish to be left alone is told, and tries that failed are folded`()
    async throws
  {
    #expect(
      try await rows("day", at: "210", observer: "unread") == [
        "unread      1 unread since 0:02:15.400",
        "            stale: asked 3.725 s ago at 0:03:26.275, and that failed",
        "            asks next in 19.812 s at 0:03:49.812, not sooner, as the server asked",
        "            What led there:",
        "              0:01:15.000  line 25  push “Mira” arrives in the foreground",
        "              0:01:15.000           push 0:1767252675 received",
        "              0:01:15.000           asks the server: a push came",
        "              0:02:15.000           asks the server: the count is a minute old",
        "              0:02:15.400           1 unread",
        "              0:02:38.000  line 38  push “Platform change: your train leaves from 7” "
          + "arrives",
        "              0:02:38.000           push us60412176725275800 received",
        "              0:02:38.000           asks the server: a push came",
        "              0:02:43.000           no answer: The network connection was lost; tried "
          + "again in 0.039 s",
        "              0:02:43.039           asks the server: the last try failed",
        "              … 9 more steps like these …",
        "              0:03:26.275           asks the server: the last try failed",
        "              0:03:26.575           no answer: 503 Service Unavailable; tried again in "
          + "23.236 s",
      ]
    )
  }

  @Test func `cells say how much is left and which records added and showed them`() async throws {
    #expect(
      try await rows("countdown-list", at: "5", observer: "countdown") == [
        "countdown   running; goes on in the background",
        "            3 registered; the next ends in 2.2 s at 0:00:07.200",
        "            flight: 2.2 s left, ends 0:00:07.200",
        "            concert: 26.2 s left, ends 0:00:31.200",
        "            late: 8.7 s left, ends 0:00:13.700",
        "            What led there:",
        "              0:00:01.000  line 6  countdowns: showing flight, concert, late",
        "              0:00:01.200  line 7  countdowns: with flight of 6 s, concert of 30 s",
        "              0:00:03.700  line 9  countdowns: with late of 10 s",
      ]
    )
  }

  @Test func `time that stands still says since when`() async throws {
    let rows = try await rows("countdown-background", at: "50", observer: "countdown")
    #expect(rows.first == "countdown   paused in the background since 0:00:07.500")
    #expect(rows.contains("            cake: 4.5 s left, standing still"))
    #expect(rows.last == "              0:00:07.500  line 10  the app goes to the background")
  }

  @Test func `a listener that failed says when it is attached again`() async throws {
    #expect(
      try await rows("badge-error", at: "11", observer: "badge")[3]
        == "            the listener failed; attached again in 0.039 s at 0:00:11.039"
    )
    #expect(
      try await rows("badge-error", at: "11.5", observer: "badge").suffix(3) == [
        "              0:00:10.000          dot on notifications",
        "              0:00:11.000  line 6  the listener fails: permission denied",
        "              0:00:11.039          listens again",
      ]
    )
  }

  @Test func `a refused screenshot says why, and the preview that is up when it goes`()
    async throws
  {
    #expect(
      try await rows("screenshot-refusals", at: "12", observer: "screenshot") == [
        "screenshot  preview up since 0:00:10.000; goes by itself in 8 s at 0:00:20.000",
        "            last screenshot refused: one is up already",
        "            one taken now would be refused: one is up already",
        "            What led there:",
        "              0:00:10.000  line 18  the user takes a screenshot",
        "              0:00:10.000           preview shown",
        "              0:00:12.000  line 19  the user takes a screenshot",
        "              0:00:12.000           screenshot without a preview: one is up already",
      ]
    )
  }

  @Test func `a push during a request is told to be followed by one more`() async throws {
    let rows = try await rows("unread-push", at: "30.2", observer: "unread")
    #expect(rows[2] == "            asks once more after the answer: a push came")
    #expect(rows.last == "              A request was under way, and one more was to follow it.")
  }

  @Test func `an app says how long each thing has held`() async throws {
    let file = BundledTranscripts.file(named: "screenshot-refusals")
    let explanation = try await output(file.path, at: "14", observer: "unread")
    #expect(
      explanation[2...6] == [
        "app         active for 9 s, since 0:00:05.000 (line 10)",
        "            page home for 9 s, since 0:00:05.000 (line 11)",
        "            page reader for 7 s, since 0:00:07.000 (line 14)",
        "            covered for 1 s, since 0:00:13.000 (line 20)",
        "            nobody signed in since the start",
      ]
    )
  }

  /// The rows about one observer.
  private func rows(_ name: String, at time: String, observer: String) async throws -> [String] {
    let file = BundledTranscripts.file(named: name)
    let rows = try await output(file.path, at: time, observer: observer)
    return Array(rows.drop { !$0.hasPrefix(observer + " ") })
  }

  private func output(_ path: String, at time: String, observer: String) async throws -> [String] {
    let recorder = RecordingConsole()
    let command = try Command(
      arguments: ["explain", path, "--at", time, "--observer", observer]
    )
    #expect(await command.run(on: .standardFiles(recorder)) == .success)
    return recorder.output.joined(separator: "\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init)
  }
}
