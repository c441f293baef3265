import Foundation
import TestSupport
import Testing

/// What one types by the article "Your own store in ten minutes" is the package that is compiled and tested here.
@Suite("The article 'Your own store in ten minutes'")
struct TenMinutesTests {
    /// A block of the article, and its file, which is named above it.
    struct Block: Sendable, CustomTestStringConvertible {
        var file: String
        var lines: [String]

        var testDescription: String { "\(file): \(lines.first ?? "")" }
    }

    static let blocks: [Block] = {
        let article = Repository.path("Sources/RewindRecorder/RewindRecorder.docc/YourOwnStoreInTenMinutes.md")
        let text = (try? String(contentsOfFile: article, encoding: .utf8)) ?? ""
        let parts = text.components(separatedBy: "`:\n\n```swift\n")
        return zip(parts, parts.dropFirst()).map { before, after in
            let file = before.components(separatedBy: "`").last ?? ""
            return Block(file: file, lines: after.components(separatedBy: "\n```\n")[0].components(separatedBy: "\n"))
        }
    }()

    /// The line with the bug, which the article's last block replaces.
    static let bug = "    case .remove(let place): state.items.remove(at: place)"

    @Test func hasTheWholePackage() {
        #expect(
            Set(Self.blocks.map(\.file)) == [
                "Package.swift", "Sources/TodoCore/TodoStore.swift", "Sources/TodoCore/TodoStore+Replay.swift", "Sources/Todo/main.swift",
                "Sources/TodoHost/main.swift", "Tests/TodoTests/BugTests.swift",
            ])
        #expect(Self.blocks.count == 12)
    }

    /// A block is in its file, whole and in order, but for lines that later blocks add between.
    @Test(arguments: blocks)
    func isWhatIsCompiled(block: Block) throws {
        let path = Repository.path("Tests/TenMinutes/" + block.file)
        var rest = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")[...]
        for line in block.lines where line != Self.bug && !line.contains(".package(") {
            let place = try #require(rest.firstIndex(of: line), "\(block.file) has no '\(line)' there")
            rest = rest[(place + 1)...]
        }
    }
}
