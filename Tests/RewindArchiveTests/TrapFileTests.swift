import RewindSystem
import TestSupport
import Testing

@testable import RewindArchive

/// A command that ends by a trap leaves no unfinished file.
@Suite("Unfinished files", .timeLimit(.minutes(5))) struct TrapFileTests {
    @Test func areRemovedIfATrapEndsTheProcess() async throws {
        let folder = TemporaryFolder()
        try folder.write("kept".utf8, to: "other")
        await #expect(processExitsWith: .failure) { [path = folder.path as String] in
            TrapFiles.removeAtTraps()
            let kept = try AtomicFile(path: path + "/done")
            try kept.commit(replacing: false)
            let file = try AtomicFile(path: path + "/out")
            guard FileSystem.kind(of: file.unfinishedPath) == .file else { return }  // no failure: the test fails
            withExtendedLifetime(path) { fatalError("a trap") }
        }
        #expect(folder.contents == ["done", "other"])
    }
}
