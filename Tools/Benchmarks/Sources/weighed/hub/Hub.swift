import WeighedApp

/// The hub alone.
@main
struct Hub {
  static func main() throws {
    print(try WeighedApp().hear())
  }
}
