import Testing

@testable import PushHubNetworking

struct BearerTokenTests {
  @Test(arguments: ["a", "abc.DEF-123_~+/==", "1|sanctum", "!\"#$%&'()*,:;<>?@[]^`{}"])
  func `visible characters are sent as they are`(token: String) {
    #expect(BearerToken(token)?.headerValue == "Bearer \(token)")
  }

  @Test func `every other byte is refused wherever it stands`() {
    for value in UInt32(0)...0x2FF where !(0x21...0x7E).contains(value) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for token in ["\(scalar)", "\(scalar)a", "a\(scalar)", "a\(scalar)b"] {
        #expect(BearerToken(token) == nil, "\(value)")
      }
    }
  }

  @Test(arguments: ["", "a\r\nX-Admin: 1", "a b"])
  func `nothing, line breaks and spaces are refused`(token: String) {
    #expect(BearerToken(token) == nil)
  }
}
