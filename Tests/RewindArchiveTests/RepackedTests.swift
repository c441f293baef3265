import Foundation
import RewindFormat
import RewindJournal
import RewindRecorder
import TestSupport
import Testing

@testable import RewindArchive

@Suite("A recording that another tool packed again") struct RepackedTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A tool, and how it packs the folder `bug` again.
    struct Tool: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var program: String
        var script: String
        /// Whether the folder `bug` is around the files.
        var isWrapped = true
    }

    static let tools: [Tool] = [
        Tool(testDescription: "zip, with the folder around it", program: "zip", script: "zip -qr again.zip bug"),
        Tool(testDescription: "zip, stored", program: "zip", script: "zip -qr0 again.zip bug"),
        Tool(testDescription: "zip, without the folder", program: "zip", script: "cd bug && zip -qr ../again.zip .", isWrapped: false),
        Tool(testDescription: "zip, from a pipe", program: "zip", script: "zip -qr - bug | cat > again.zip"),
        Tool(testDescription: "zip, without entries for folders", program: "zip", script: "zip -qrD again.zip bug"),
        Tool(testDescription: "bsdtar", program: "bsdtar", script: "bsdtar -c --format zip -f again.zip bug"),
        Tool(testDescription: "Python's zipfile", program: "python3", script: "python3 -m zipfile -c again.zip bug"),
        Tool(
            testDescription: "the Finder, with resource forks beside", program: "zip",
            script: """
                mkdir -p __MACOSX/bug/segments/000000 && printf fork > __MACOSX/._bug && printf fork > __MACOSX/bug/._manifest.json \
                && printf fork > __MACOSX/bug/segments/000000/._actions.ndjson && printf x > bug/.DS_Store && zip -qr again.zip bug __MACOSX
                """),
        Tool(
            testDescription: "a folder with blanks and brackets in its name", program: "zip",
            script: "mv bug 'bug 1234 (2)' && zip -qr again.zip 'bug 1234 (2)'"),
    ]

    @Test(arguments: tools) func opensAndSaysSo(_ tool: Tool) throws {
        let original = try seal()
        try shell("mkdir bug && cd bug && unzip -q ../whole.rewind && touch -t 200001010000 *")
        try shell(tool.script)

        let again = try openRecording(at: folder.path("again.zip"))
        #expect(try contents(of: again) == contents(of: original))
        #expect(again.notes.first?.contains("packed it again") == true)
        // Whether its contents are those that were recorded, checksums tell, which are looked at later.
        #expect(again.notes.first?.contains("contents") == false)
        #expect(again.notes.first?.contains("below the folder") == tool.isWrapped)
        #expect(original.notes.isEmpty)
    }

    @Test(arguments: tools.filter { !$0.testDescription.contains("Finder") })
    func theDirectoryOfAnAppOpensAsThatAppLeftIt(_ tool: Tool) throws {
        let directory = try LiveFixture().write(in: folder, name: "bug")
        let original = try Recording(directory: directory)
        let originalContents = try contents(of: original)
        let sealed = try Sealing().seal(directory, to: folder.path("sealed.rewind"))
        try shell(tool.script)

        let again = try openRecording(at: folder.path("again.zip"))
        #expect(again.form == .directory)
        #expect(again.manifest == original.manifest)
        #expect(try contents(of: again) == originalContents)
        #expect(again.notes.first?.contains("never sealed") == true)
        #expect(try contents(of: Sealing().seal(folder.path("again.zip"), to: folder.path("a.rewind"))) == contents(of: sealed))
        #expect(try contents(of: Sealing().recover(folder.path("again.zip"), to: folder.path("b.rewind"))) == contents(of: sealed))
    }

    @Test func aCopyOfARunningRecordingOpensToo() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path("live")))
        let seam = recorder.store(initialState: 0)
        var state = 0
        for number in 1...3 { state = seam.reduce(number, from: state) { $0 + $1 } }
        try recorder.saveRecent(to: folder.path("bug"))
        try shell("zip -qr again.zip bug")
        let again = try openRecording(at: folder.path("again.zip"))
        #expect(again.steps == 1...3)
        #expect(again.losses.isEmpty)
        recorder.finish()
    }

    @Test func isStillComparedWithItsHashes() throws {
        _ = try seal()
        try shell("mkdir bug && cd bug && unzip -q ../whole.rewind")
        try shell("cd bug && sed -i.old 's/increment/decrement/' segments/000000/actions.ndjson && cd .. && zip -qr again.zip bug")
        let again = try openRecording(at: folder.path("again.zip"))
        #expect(throws: RecordingError.self) { try again.segment(0) }
        #expect(again.notes.contains { $0.contains("actions.ndjson.old") })
    }

    /// Runs a script in the test's folder.
    private func shell(_ script: String) throws {
        let shell = try Program.installed("sh")
        let run = try shell.run(["-ec", script], in: folder.path)
        #expect(run.status == 0, "\(run)")
    }

    private func seal() throws -> Recording {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("whole.rewind"))
    }
}
