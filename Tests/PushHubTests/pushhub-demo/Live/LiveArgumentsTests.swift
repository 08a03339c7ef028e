import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct LiveArgumentsTests {
  @Test func `live takes a socket and a place for its recording`() throws {
    #expect(try Command(arguments: ["live"]) == .live(LiveCommand.Options()))
    let command = try Command(arguments: ["live", "--record", "a.jsonl", "--socket", "s"])
    #expect(command == .live(LiveCommand.Options(socket: "s", recording: "a.jsonl")))
    #expect(try Command(arguments: ["live", "--help"]) == .liveHelp)
  }

  @Test func `push sends files to the live app if it is told so`() throws {
    let command = try Command(arguments: ["push", "a", "--live", "--socket", "s", "-"])
    let files = ["a", "-"].map(InputFile.init)
    #expect(command == .send(SendCommand.Options(files: files, socket: "s")))
  }

  @Test(arguments: [
    (["live", "a.apns"], "live takes no file such as \"a.apns\""),
    (["live", "--json"], "live has no option named \"--json\""),
    (["live", "--socket"], "--socket needs a value"),
    (
      ["live", "--record", "-"],
      "--record never writes to standard output; name a file in place of -"
    ),
    (["push", "--socket", "s", "a"], "--socket goes with --live"),
    (["push", "--live", "--json", "a"], "--live goes with no --json"),
    (["push", "--live"], "push needs at least one file, or - for standard input"),
  ])
  func `wrong usage says what is wrong`(arguments: [String], reason: String) {
    #expect(throws: UsageError(description: reason)) {
      try Command(arguments: arguments)
    }
  }

  @Test(arguments: [
    (["TMPDIR": "/var/t/"], "/var/t/pushhub-live-"),
    (["TMPDIR": "/var/t"], "/var/t/pushhub-live-"),
    (["TMPDIR": ""], "/tmp/pushhub-live-"),
    ([:], "/tmp/pushhub-live-"),
  ])
  func `the usual socket is the user's own, in the folder for such things`(
    environment: [String: String],
    start: String
  ) {
    let path = SocketPath.standard(environment: environment)
    #expect(path.hasPrefix(start))
    #expect(path.hasSuffix(".sock"))
  }

  @Test(arguments: [
    (SocketAnswer.delivered(.app), "delivered"),
    (
      .delivered(.notificationCenter),
      "delivered to the notification center; the app in the background hears of a tap only"
    ),
    (.refused("odd\u{1B}[2J\nline"), #"refused: odd\u{1b}[2J\u{a}line"#),
  ])
  func `an answer is one line, whatever the reason says`(answer: SocketAnswer, line: String) {
    #expect(answer.line == line)
  }

  @Test @MainActor func `a file for the live app that is not there ends with 66`() async throws {
    let console = RecordingConsole()
    let command = try Command(arguments: ["push", "--live", "--socket", "/none/s", "none.apns"])
    #expect(await command.run(on: console.console) == .missingInput)
    #expect(console.complaints.first?.hasPrefix("none.apns: ") == true)
  }

  @Test @MainActor func `without a live app a file ends with 69 and what to do`() async throws {
    let console = RecordingConsole(files: ["a.apns": #"{"aps":{}}"#])
    let command = try Command(arguments: ["push", "--live", "--socket", "/none/s", "a.apns"])
    #expect(await command.run(on: console.console) == .unavailable)
    #expect(
      console.complaints == ["a.apns: /none/s: nobody listens there; start pushhub-demo live"]
    )
  }

  @Test @MainActor func `the help lists every key`() async throws {
    let console = RecordingConsole()
    #expect(await Command.liveHelp.run(on: console.console) == .success)
    let help = console.output.joined()
    for entry in KeyHelp.entries {
      #expect(help.contains("\n\(entry.keys) "))
    }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [nil, "", "xterm-256color", "linux", "vt100"])
  func `a terminal is enough, whatever its kind`(kind: String?) {
    #expect(LiveCommand.obstacle(isTerminal: true, kind: kind) == nil)
  }

  @Test func `a terminal that calls itself dumb is told so, and what to do`() {
    let obstacle = LiveCommand.obstacle(isTerminal: true, kind: "dumb") ?? ""
    for part in ["TERM=dumb", "TERM=xterm-256color pushhub-demo live", "pushhub-demo play FILE"] {
      #expect(obstacle.contains(part))
    }
    let other = LiveCommand.obstacle(isTerminal: false, kind: "dumb")
    #expect(other?.hasPrefix("needs a terminal for its input and output; ") == true)
  }
}
