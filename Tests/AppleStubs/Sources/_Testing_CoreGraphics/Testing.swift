// The overlay that the compiler takes for `import Testing` beside `import CoreGraphics`.
@_exported import Testing
