import Testing

@testable import PushHubReplay
@testable import TestSupport
@testable import pushhub_demo

/// What people read of the transcripts that come with the demo.
@MainActor
struct ExplainedTranscriptTests {
  @Test func `a dot says why it is on, and how far was read`() async {
    #expect(
      await rows("day", at: "76", observer: "badge") == [
        "badge       dot: shown (since 0:01:15.200)",
        "            newest: n3 (since 0:01:15.200)",
        "            read: up to n2 (since 0:00:49.000)",
        "            listener: listening for alice (since 0:00:48.000)",
        "            badge of all pages: 4 (since 0:01:15.400)",
        "            Causes:",
        "              0:00:48.000  line 12  alice signs in",
        "              0:00:49.000  line 15  latest: id n1, order 1; id n2, order 2",
        "              0:01:15.200  line 27  latest: id n1, order 1; id n2, order 2; id n3, order 3",
        "              0:01:15.200           the dot on notifications is shown",
      ]
    )
  }

  @Test func `Retry-After is explained, and failed attempts are folded`()
    async
  {
    #expect(
      await rows("day", at: "210", observer: "unread") == [
        "unread      count: 1 (since 0:02:15.400)",
        "            request: failed, begun at 0:03:26.275 (since 0:03:26.575)",
        "            next request: at 0:03:46.899, reason: retry (since 0:03:26.575)",
        "            Causes:",
        "              0:01:15.000  line 25  push “Mira” arrives in the foreground",
        "              0:01:15.000           push 0:1767252675 received",
        "              0:01:15.000           requests the count: a push was received",
        "              0:02:15.000           requests the count: the last request was an interval ago",
        "              0:02:15.400           1 unread",
        "              0:02:38.000  line 38  push “Platform change: your train leaves from 7” "
          + "arrives",
        "              0:02:38.000           push us60412176725275800101 received",
        "              0:02:38.000           requests the count: a push was received",
        "              0:02:43.000           the request failed: The network connection was lost; "
          + "retrying in 0.039 s",
        "              0:02:43.039           requests the count: the last request failed",
        "              … 9 more steps like these …",
        "              0:03:26.275           requests the count: the last request failed",
        "              0:03:26.575           the request failed: 503 Service Unavailable; retrying in "
          + "20.324 s",
      ]
    )
  }

  @Test func `cells say when they expire and which records added them`() async {
    #expect(
      await rows("countdown-list", at: "5", observer: "countdown") == [
        "countdown   handler: running, continues in the background",
        "            countdowns: 3, next end at 0:00:07.200 (since 0:00:03.700)",
        "            cell flight: expires at 0:00:07.200 (since 0:00:01.200)",
        "            cell concert: expires at 0:00:31.200 (since 0:00:01.200)",
        "            cell late: expires at 0:00:13.700 (since 0:00:03.700)",
        "            Causes:",
        "              0:00:01.200  line 7  countdown: add (id flight, seconds 6; "
          + "id concert, seconds 30)",
        "              0:00:01.200          concert has 30 s left … concert has 26.2 s left (5 times)",
        "              0:00:03.700  line 9  countdown: add (id late, seconds 10)",
        "              0:00:03.700          late has 10 s left … late has 8.7 s left (3 times)",
      ]
    )
  }

  @Test func `a preview says until when it is shown, and a refused screenshot why`()
    async
  {
    #expect(
      await rows("screenshot-refusals", at: "12", observer: "screenshot") == [
        "screenshot  preview: shown, until 0:00:20.000 (since 0:00:10.000)",
        "            next screenshot: another preview is in progress (since 0:00:10.000)",
        "            Causes:",
        "              0:00:10.000  line 18  the user takes a screenshot",
        "              0:00:10.000           a preview is shown",
      ]
    )
  }

  @Test func `a push during a request says that one more request follows`() async {
    let rows = await rows("unread-push", at: "30.2", observer: "unread")
    #expect(rows.last?.hasSuffix("A request was in progress, and another one follows it.") == true)
  }

  @Test func `an app says how long each thing has held`() async {
    let file = BundledTranscripts.file(named: "screenshot-refusals")
    let explanation = await output(file, at: "14", observer: "unread")
    #expect(
      explanation[2...6] == [
        "app         phase: active for 9 s, since 0:00:05.000 (line 10)",
        "            page home: visible for 9 s, since 0:00:05.000 (line 11)",
        "            page reader: visible for 7 s, since 0:00:07.000 (line 14)",
        "            overlays: 1 for 1 s, since 0:00:13.000 (line 20)",
        "            account: none",
      ]
    )
  }

  /// The rows about one observer.
  private func rows(_ name: String, at time: String, observer: String) async -> [String] {
    let file = BundledTranscripts.file(named: name)
    let rows = await output(file, at: time, observer: observer)
    return Array(rows.drop { !$0.hasPrefix(observer + " ") })
  }

  private func output(_ path: String, at time: String, observer: String) async -> [String] {
    let recorder = RecordingConsole()
    let arguments = ["explain", path, "--at", time, "--observer", observer]
    #expect(await Demo.tool.run(arguments, on: .standardFiles(recorder)) == .success)
    return recorder.output.joined(separator: "\n").split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map(String.init)
  }
}
