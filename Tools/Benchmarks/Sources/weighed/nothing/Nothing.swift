import Foundation

/// An app without push notifications, which uses Foundation as every app does.
@main
struct Nothing {
  static func main() {
    let titles = Data(#"{"aps":{"alert":"Hi"}}"#.utf8)
    print(titles.count)
  }
}
