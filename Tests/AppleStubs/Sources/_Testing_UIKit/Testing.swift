// The overlay that the compiler takes for `import Testing` beside `import UIKit`.
@_exported import Testing
