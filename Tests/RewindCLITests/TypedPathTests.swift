import Foundation
import Testing

@testable import RewindCLI

@Suite("A path that is typed", .timeLimit(.minutes(5)))
struct TypedPathTests {
    @Test(
        "A typed path loses a shell's quotes, and ~ is the home directory",
        arguments: [
            ("'/tmp/my shot.png'", "/tmp/my shot.png"), ("\"/tmp/my shot.png\"", "/tmp/my shot.png"),
            (#"/tmp/my\ shot.png"#, "/tmp/my shot.png"),
            ("shot.png", "shot.png"), ("my shot.png", "my shot.png"), ("it's.png", "it's.png"),
            ("~/my\\ shot.png", "\(ProcessInfo.processInfo.environment["HOME"] ?? "~")/my shot.png"),
        ])
    func isUnquoted(typed: String, path: String) { #expect(TypedPath.unquoted(typed) == path) }
}
