import PushHubReplay
import PushHubScripts

@main
enum Demo {
  @MainActor static let tool = ReplayTool(
    named: "pushhub-demo",
    and: [.push, .live],
    byDefault: (
      ["play", BundledTranscripts.day.path],
      "Without arguments, plays a day in the life of an app that comes with the demo."
    ),
    statuses: """
      Exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript or payload, 66 for
      a file that can't be read or written, 69 if nobody listens to push --live. A transcript with a
      mistake is not played at all; other payloads are delivered all the same.
      """
  ) { ReadyMadeScripts().all + [MessageButtonsScript()] }

  @MainActor
  static func main() async {
    await tool.main()
  }
}

extension ToolCommand {
  @MainActor fileprivate static let push = ToolCommand(
    "push",
    forms: ["[--json] FILE...", "--live FILE..."],
    help: """
      push             Delivers .apns files, as for `xcrun simctl push`, to a notification manager
                       with three observers, and prints what became of each; - is standard input.
      --live           Sends the files to the app that runs in another terminal.
      """,
    options: ["--json", "--live"]
  ) { arguments, console throws(UsageError) in
    let files = arguments.files
    try UsageError.unless(
      !files.isEmpty,
      "push needs at least one file, or - for standard input"
    )
    guard arguments["--live"] != nil else {
      return await PushCommand(files: files, isJSON: arguments.isJSON, console: console).run()
    }
    try UsageError.unless(!arguments.isJSON, "--live goes with no --json")
    return await console.forEach(of: files) { file, bytes throws(FileFailure) in
      let answer = try await LiveInbox.send(bytes)
      console.print("\(printable(file.path)): \(printable(answer))")
    }
  }

  @MainActor fileprivate static let live = ToolCommand(
    "live",
    forms: ["[--record OUT]"],
    help: """
      live             Runs the app in this terminal, by hand and as time passes, and records the
                       run; live --help lists the keys.
      """,
    options: ["--record OUT"],
    ownHelp: LiveCommand.usage
  ) { arguments, console throws(UsageError) in
    if let file = arguments.files.first {
      throw UsageError("live takes no file such as \"\(printable(file.path))\"")
    }
    let recording = arguments["--record"] ?? "pushhub-live.jsonl"
    return await LiveCommand(recording: recording, console: console).run()
  }
}
