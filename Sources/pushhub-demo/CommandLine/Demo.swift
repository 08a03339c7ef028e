import PushHub
import PushHubReplay
import PushHubScripts

@main
enum Demo {
  @MainActor static let tool = ReplayTool(
    named: "pushhub-demo",
    and: [.push, .live],
    byDefault: (
      ["play", BundledTranscripts.day],
      "Without arguments, plays a day in the life of an app that comes with the demo."
    ),
    statuses: """
      Exit status: 0, or 64 for wrong usage, 65 for a file that is no transcript or payload, 66 for
      a file that can't be read or written, 69 if no live app is running for push --live. A transcript
      with a mistake is not played. A bad payload does not stop those after it.
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
                       with two observers, and prints the results; - is standard input.
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
      return await deliver(files, isJSON: arguments.isJSON, to: console)
    }
    try UsageError.unless(!arguments.isJSON, "--live can't be used with --json")
    return await console.forEach(of: files) { file, bytes throws(FileFailure) in
      try await LiveInbox().send(bytes)
      console.print("\(printable(file)): sent")
    }
  }

  @MainActor fileprivate static let live = ToolCommand(
    "live",
    forms: ["[--record OUT]"],
    help: """
      live             Runs an app in this terminal, in real time, and records the run;
                       live --help lists the keys.
      """,
    options: ["--record OUT"],
    ownHelp: LiveCommand.usage
  ) { arguments, console throws(UsageError) in
    if let file = arguments.files.first {
      throw UsageError("live takes no file such as \"\(file)\"")
    }
    let recording = arguments["--record"] ?? "pushhub-live.jsonl"
    return await LiveCommand(recording: recording, console: console).run()
  }
}
