// The overlay that the compiler takes for `import Testing` beside `import AppKit`.
@_exported import Testing
