import Foundation

/// A file to read, or standard input.
struct InputFile: Equatable {
  /// What the file is called in what the demo prints.
  let name: String

  /// Where it is; `-` is standard input.
  let path: String

  init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// The file that an argument names.
  init(_ argument: String) {
    self.init(name: argument, path: argument)
  }

  /// What a reader knows the file by, without the folders on the way to it.
  var title: String { path == "-" ? "Standard input" : URL(filePath: name).lastPathComponent }

  func read(from console: Console) throws(Unreadable) -> Data {
    do {
      return try path == "-" ? console.readInput() : console.readFile(path)
    } catch {
      throw Unreadable(error)
    }
  }

  /// Why a file is not there, or can't be read.
  struct Unreadable: Error, CustomStringConvertible {
    let description: String

    /// The usual reasons have words of their own; for others, the system's are all there is.
    init(_ error: any Error) {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
      description =
        switch ((error as? CocoaError)?.code, (underlying as? POSIXError)?.code) {
        case (_, .EISDIR): "it is a folder, not a file"
        case (.fileNoSuchFile, _), (.fileReadNoSuchFile, _): "the file doesn't exist"
        case (.fileReadNoPermission, _): "there is no permission to read the file"
        default: "the file can't be read: \(error.localizedDescription)"
        }
    }
  }
}
