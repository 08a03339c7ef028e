import PushHub
import PushHubAlerts
import Testing

@MainActor
struct PermissionQuestionTests {
  private let question = PermissionQuestion()

  private func open() async -> Task<PermissionAnswer, Never> {
    let asking = Task { await question.ask() }
    #expect(await eventually { question.isOpen })
    return asking
  }

  @Test func `it is open until the user has answered, and only the first answer counts`() async {
    #expect(!question.isOpen)
    let asking = await open()
    question.answer(.accepted)
    question.answer(.never)
    #expect(await asking.value == .accepted)
    #expect(!question.isOpen)
  }

  @Test func `an answer to no question is none`() async {
    question.answer(.never)
    let asking = await open()
    question.answer(.later)
    #expect(await asking.value == .later)
  }

  @Test func `one that is taken away is closed, and was put off`() async {
    let asking = await open()
    asking.cancel()
    #expect(await asking.value == .later)
    #expect(!question.isOpen)
    let again = await open()
    question.answer(.accepted)
    #expect(await again.value == .accepted)
  }

  @Test func `another one takes the place of the first, and stays open`() async {
    let first = await open()
    let second = Task { await question.ask() }
    #expect(await first.value == .later)
    #expect(question.isOpen)
    question.answer(.accepted)
    #expect(await second.value == .accepted)
    #expect(!question.isOpen)
  }
}
