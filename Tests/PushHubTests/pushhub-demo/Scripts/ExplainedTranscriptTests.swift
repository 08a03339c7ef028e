import Foundation
import PushHub
import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

/// What people read of the transcripts that come with the demo.
@MainActor
struct ExplainedTranscriptTests {
  @Test func `a dot says why it is on, and how far was read`() async throws {
    #expect(
      try await rows("day", at: "76", observer: "badge") == [
        "badge       page notifications has a dot since 0:01:15.200",
        "            the newest notification is n3 (order 3) since 0:01:15.200",
        "            read up to n2 (order 2) since 0:00:49.000",
        "            listens for notifications of alice since 0:00:48.000",
        "            the badges of all pages add up to 4",
        "            What led there:",
        "              0:00:48.000  line 12  alice signs in",
        "              0:00:49.000  line 15  the listener reports 2 notifications, n1, n2",
        "              0:01:15.200  line 27  the listener reports 3 notifications, n1, n2, n3",
        "              0:01:15.200           the dot on notifications is shown",
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
        "            asks next in 19.812 s at 0:03:49.812: the last request failed",
        "            What led there:",
        "              0:01:15.000  line 25  push “Mira” arrives in the foreground",
        "              0:01:15.000           push 0:1767252675 received",
        "              0:01:15.000           requests the count: a push was received",
        "              0:02:15.000           requests the count: the last request was an interval ago",
        "              0:02:15.400           1 unread",
        "              0:02:38.000  line 38  push “Platform change: your train leaves from 7” "
          + "arrives",
        "              0:02:38.000           push us60412176725275800 received",
        "              0:02:38.000           requests the count: a push was received",
        "              0:02:43.000           the request failed: The network connection was lost; "
          + "retrying in 0.039 s",
        "              0:02:43.039           requests the count: the last request failed",
        "              … 9 more steps like these …",
        "              0:03:26.275           requests the count: the last request failed",
        "              0:03:26.575           the request failed: 503 Service Unavailable; retrying in "
          + "23.236 s",
      ]
    )
  }

  @Test func `cells say how much is left and which records added and showed them`() async throws {
    #expect(
      try await rows("countdown-list", at: "5", observer: "countdown") == [
        "countdown   the countdowns run, also in the background",
        "            3 countdowns; the next ends in 2.2 s at 0:00:07.200",
        "            flight: 2.2 s left, ends 0:00:07.200",
        "            concert: 26.2 s left, ends 0:00:31.200",
        "            late: 8.7 s left, ends 0:00:13.700",
        "            What led there:",
        "              0:00:01.000  line 6  the app shows the cells flight, concert, late",
        "              0:00:01.200  line 7  the app adds the countdowns flight of 6 s, "
          + "concert of 30 s",
        "              0:00:03.700  line 9  the app adds the countdown late of 10 s",
      ]
    )
  }

  @Test func `a refused screenshot says why, and the preview that is up when it goes`()
    async throws
  {
    #expect(
      try await rows("screenshot-refusals", at: "12", observer: "screenshot") == [
        "screenshot  a preview is up since 0:00:10.000; goes by itself in 8 s at 0:00:20.000",
        "            the latest: the screenshot has no preview: another preview is in progress",
        "            a screenshot taken now would get no preview: another preview is in "
          + "progress",
        "            What led there:",
        "              0:00:10.000  line 18  the user takes a screenshot",
        "              0:00:10.000           a preview is shown",
        "              0:00:12.000  line 19  the user takes a screenshot",
        "              0:00:12.000           the screenshot has no preview: another preview is in "
          + "progress",
      ]
    )
  }

  @Test func `a push during a request is told to be followed by one more`() async throws {
    let rows = try await rows("unread-push", at: "30.2", observer: "unread")
    #expect(rows.last?.hasSuffix("A request was in progress, and another one follows it.") == true)
  }

  @Test func `an app says how long each thing has held`() async throws {
    let file = BundledTranscripts.file(named: "screenshot-refusals")
    let explanation = try await output(file.path, at: "14", observer: "unread")
    #expect(
      explanation[2...6] == [
        "app         active for 9 s, since 0:00:05.000 (line 10)",
        "            page home visible for 9 s, since 0:00:05.000 (line 11)",
        "            page reader visible for 7 s, since 0:00:07.000 (line 14)",
        "            something covers the page for 1 s, since 0:00:13.000 (line 20)",
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
    let arguments = ["explain", path, "--at", time, "--observer", observer]
    #expect(await Demo.tool.run(arguments, on: .standardFiles(recorder)) == .success)
    return recorder.output.joined(separator: "\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init)
  }
}
