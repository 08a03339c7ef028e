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
