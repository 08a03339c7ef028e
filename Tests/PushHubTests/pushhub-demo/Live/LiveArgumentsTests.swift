import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct LiveArgumentsTests {
  @Test func `the help lists every key`() {
    for entry in LiveKeys.table {
      #expect(LiveCommand.usage.contains("\n\(entry.keys) "))
    }
    #expect(LiveCommand.usage.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test(arguments: [nil, "", "xterm-256color", "linux", "vt100"])
  func `terminals of any kind are accepted`(kind: String?) {
    #expect(LiveCommand.problem(isTerminal: true, kind: kind) == nil)
  }

  @Test func `TERM=dumb is refused with a remedy`() {
    let problem = LiveCommand.problem(isTerminal: true, kind: "dumb") ?? ""
    for part in ["TERM=dumb", "TERM=xterm-256color pushhub-demo live", "pushhub-demo play FILE"] {
      #expect(problem.contains(part))
    }
    let other = LiveCommand.problem(isTerminal: false, kind: "dumb")
    #expect(other?.hasPrefix("needs a terminal for its input and output; ") == true)
  }
}
