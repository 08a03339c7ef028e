import PushHub
import Testing

/// What a driver promises to every core and every shell.
@MainActor
struct CoreDriverTests {
  /// Says what it hears, and when; told a number of seconds, it waits as long.
  struct EchoCore: DrivenCore {
    enum Event: Hashable {
      case say(String)
      case wait(Int)
      case ask
      case askTwice
      case deadline
    }

    enum Effect: Hashable {
      case said(String)
      case asked
      case askedMore
    }

    static var deadline: Event { .deadline }
    private(set) var nextDeadline: ContinuousClock.Instant?
    private(set) var events: [Event] = []

    mutating func handle(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
      events.append(event)
      switch event {
      case .say(let text): return text.split(separator: " ").map { .said(String($0)) }
      case .wait(let seconds):
        nextDeadline = now + .seconds(seconds)
        return []
      case .ask: return [.asked]
      case .askTwice: return [.asked, .askedMore]
      case .deadline:
        nextDeadline = nil
        return [.said("late")]
      }
    }
  }

  @MainActor
  final class Shell {
    let driver = CoreDriver(EchoCore())
    var said: [String] = []
    var reactions: [String: @MainActor (Shell) -> Void] = [:]

    func start(on scheduler: any Scheduler) {
      driver.start(on: scheduler, for: self) { $0.perform($1) }
    }

    private func perform(_ effect: EchoCore.Effect) {
      switch effect {
      case .said(let word):
        said.append(word)
        reactions[word]?(self)
      case .asked: driver.answer(.say("answer"))
      case .askedMore: driver.answer(.say("more"))
      }
    }
  }

  private let clock = ManualScheduler()
  private let shell = Shell()

  @Test func `effects are carried out in order, and those of an event before the next event`() {
    shell.start(on: clock)
    shell.reactions["one"] = { $0.driver.handle(.say("three four")) }
    shell.reactions["two"] = { $0.driver.handle(.say("five")) }
    shell.driver.handle(.say("one two"))
    #expect(shell.said == ["one", "two", "three", "four", "five"])
  }

  @Test func `a deadline that is gone when its turn comes is not told`() {
    shell.start(on: clock)
    shell.driver.handle(.wait(5))
    shell.reactions["go"] = { [clock] shell in
      shell.driver.handle(.deadline)
      clock.advance(by: .seconds(10))
    }
    shell.driver.handle(.say("go"))
    clock.advance(by: .zero)
    #expect(shell.said == ["go", "late"])
  }

  @Test func `a deadline that comes while effects are carried out is told after them`() {
    shell.start(on: clock)
    shell.reactions["one"] = { shell in
      shell.driver.handle(.wait(5))
      shell.driver.handle(.say("two three"))
    }
    shell.reactions["two"] = { [clock] _ in clock.advance(by: .seconds(10)) }
    shell.driver.handle(.say("one"))
    #expect(shell.said == ["one", "two", "three"])
    clock.advance(by: .zero)
    #expect(shell.said == ["one", "two", "three", "late"])
  }

  @Test func `an answer comes before what waits`() {
    shell.start(on: clock)
    shell.reactions["go"] = { shell in
      shell.driver.handle(.ask)
      shell.driver.handle(.say("other"))
    }
    shell.driver.handle(.say("go"))
    #expect(shell.said == ["go", "answer", "other"])
    shell.driver.answer(.say("alone"))
    #expect(shell.said.last == "alone")
  }

  @Test func `what is told before the start and after the stop is ignored`() {
    shell.driver.handle(.say("early"))
    shell.start(on: clock)
    #expect(shell.driver.isStarted)
    shell.driver.handle(.say("now"))
    shell.driver.stop()
    shell.driver.handle(.say("late"))
    #expect(shell.said == ["now"])
    #expect(shell.driver.core.events == [.say("now")])
    #expect(!shell.driver.isStarted)
  }

  @Test func `a stop from inside an effect comes after what waits, and before what comes`() {
    shell.start(on: clock)
    shell.reactions["one"] = { shell in
      shell.driver.handle(.say("three"))
      shell.driver.stop()
      shell.driver.handle(.say("four"))
    }
    shell.driver.handle(.say("one two"))
    #expect(shell.said == ["one", "two", "three"])
  }

  @Test func `the deadline is told at its time, once, and follows the core`() {
    shell.start(on: clock)
    shell.driver.handle(.wait(10))
    #expect(clock.nextDeadline == clock.now + .seconds(10))
    clock.advance(by: .seconds(5))
    shell.driver.handle(.wait(10))
    clock.advance(by: .seconds(9))
    #expect(shell.said == [])
    clock.advance(by: .seconds(1))
    #expect(shell.said == ["late"])
    #expect(clock.nextDeadline == nil)
  }

  @Test func `a stop leaves nothing scheduled, and a start takes the core's deadline up again`() {
    shell.start(on: clock)
    shell.driver.handle(.wait(10))
    shell.driver.stop()
    #expect(clock.nextDeadline == nil)
    clock.advance(by: .seconds(20))
    shell.start(on: clock)
    clock.advance(by: .zero)
    #expect(shell.said == ["late"])
  }

  @Test func `a start from inside an effect counts by the new scheduler, once all is told`() {
    let other = ManualScheduler()
    shell.start(on: clock)
    shell.reactions["move"] = { shell in
      shell.driver.handle(.wait(10))
      shell.start(on: other)
      shell.driver.handle(.wait(20))
    }
    shell.driver.handle(.say("move"))
    #expect(clock.nextDeadline == nil)
    #expect(other.nextDeadline == other.now + .seconds(20))
  }

  @Test func `a stop lets go of what carries effects out`() {
    var scene: Shell? = Shell()
    let observed = WeakBox(scene)
    shell.driver.start(on: clock, for: shell) { [scene] _, _ in _ = scene }
    scene = nil
    shell.driver.stop()
    #expect(!observed.isAlive)
  }

  @Test func `the shell is not kept alive, and its end leaves nothing scheduled`() async {
    var shell: Shell? = Shell()
    let observed = WeakBox(shell)
    shell?.start(on: clock)
    shell?.driver.handle(.wait(10))
    shell = nil
    #expect(observed.object == nil)
    #expect(await eventually { clock.nextDeadline == nil })
  }

  @Test func `all effects of an event are carried out, also if the shell is let go of meanwhile`() {
    var shell: Shell? = Shell()
    var words: [String] = []
    shell?.reactions = [
      "one": { _ in
        words.append("one")
        shell = nil
      },
      "two": { _ in words.append("two") },
    ]
    shell?.start(on: clock)
    let driver = shell?.driver
    driver?.handle(.say("one two"))
    #expect(words == ["one", "two"])
    driver?.handle(.say("one"))
    #expect(words == ["one", "two"])
  }

  @Test func `answers to effects of one event come in the order of the effects`() {
    let shell = Shell()
    shell.start(on: ManualScheduler())
    shell.driver.handle(.askTwice)
    #expect(shell.said == ["answer", "more"])
  }
}
