import RewindRendering
import RewindReplay
import TestSupport
import Testing

@testable import RewindCLI

@Suite("A path that is typed", .timeLimit(.minutes(5)))
struct TypedPathTests {
    private let folder = TemporaryFolder()

    init() throws {
        for name in ["shot.png", "shop.log", "my shot.png", ".hidden"] { try folder.write([1], to: name) }
        _ = try folder.makeFolder("shots")
    }

    @Test(arguments: [
        ("s", ["shop.log", "shot.png", "shots/"]), ("shot", ["shot.png", "shots/"]), ("sho\\", []), ("m", [#"my\ shot.png"#]),
        (#"my\ s"#, [#"my\ shot.png"#]), ("", [#"my\ shot.png"#, "shop.log", "shot.png", "shots/"]), (".", [".hidden"]), ("x", []),
    ])
    func isCompletedByWhatIsInItsFolder(typed: String, words: [String]) {
        let line = folder.path + "/" + typed
        let found = TypedPath.completion(of: line)
        #expect(found.words == words)
        #expect(found.start == line.count - typed.count)
        #expect(found.endsWord == (words.count == 1 && words[0].last != "/"))
    }

    @Test
    func inQuotesKeepsItsSpaces() {
        let found = TypedPath.completion(of: "'\(folder.path)/my")
        #expect(found.words == ["my shot.png"] && !found.endsWord)
        #expect(TypedPath.unquoted("'\(folder.path)/my shot.png'") == folder.path("my shot.png"))
    }
}
