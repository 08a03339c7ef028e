import Testing

@testable import PushHubReplay
@testable import PushHubScripts
@testable import pushhub_demo

struct FrameWriterTests {
  @Test func `the first frame is whole, and the same again is nothing`() {
    var writer = FrameWriter()
    #expect(
      writer.frame(["a", "b"]) == "\u{1B}[2J\u{1B}[1;1H\u{1B}[2Ka\u{1B}[2;1H\u{1B}[2Kb"
    )
    #expect(writer.frame(["a", "b"]) == "")
  }

  @Test func `only lines that changed are written, each where it belongs`() {
    var writer = FrameWriter()
    _ = writer.frame(["a", "b", "c"])
    #expect(writer.frame(["a", "B", "c"]) == "\u{1B}[2;1H\u{1B}[2KB")
    #expect(writer.frame(["", "B", "C"]) == "\u{1B}[1;1H\u{1B}[2K\u{1B}[3;1H\u{1B}[2KC")
  }

  @Test func `another height is drawn whole`() {
    var writer = FrameWriter()
    _ = writer.frame(["a", "b"])
    #expect(writer.frame(["a"]).hasPrefix("\u{1B}[2J"))
  }
}
