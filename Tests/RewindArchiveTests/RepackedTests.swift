import Foundation
import RewindFormat
import RewindJournal
import RewindRecorder
import TestSupport
import Testing

@testable import RewindArchive

@Suite("A recording that another tool packed again", .timeLimit(.minutes(5))) struct RepackedTests {
    let folder = TemporaryFolder()

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
        Tool(
            testDescription: "bsdtar, inside the folder", program: "bsdtar", script: "cd bug && bsdtar -c --format zip -f ../again.zip .",
            isWrapped: false),
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
        Tool(
            testDescription: "a folder with an umlaut in its name", program: "zip",
            script: "mv bug 'Aufnahme für Björn' && zip -qr again.zip 'Aufnahme für Björn'"),
        Tool(
            testDescription: "screenshots and notes beside it", program: "zip",
            script: """
                printf x > 'bug/Screenshot 2026-11-22 at 14.09.31.png' && printf x > 'Notiz – für Björn.txt' && mkdir 'more ~ here' \
                && printf x > 'more ~ here/con' && zip -qr again.zip bug 'Notiz – für Björn.txt' 'more ~ here'
                """),
        Tool(
            testDescription: "deep in folders", program: "zip",
            script: "mkdir -p 'a/b b/c/d/e' && mv bug 'a/b b/c/d/e/bug' && zip -qr again.zip a"),
        Tool(
            testDescription: "a zip in a zip, as CI keeps what it made", program: "zip",
            script: "zip -qr 'für CI.zip' bug && printf x > log.txt && zip -qr again.zip 'für CI.zip' log.txt"),
        Tool(
            testDescription: "a zip in a zip in a zip, beside what has a manifest of its own", program: "zip",
            script: """
                mkdir page && printf '{}' > page/manifest.json && zip -qr inner.zip bug page && zip -q outer.zip inner.zip \
                && zip -q again.zip outer.zip
                """),
        Tool(
            testDescription: "backslashes, as old tools on Windows write them", program: "python3",
            script: """
                python3 -c 'import os, zipfile
                with zipfile.ZipFile("again.zip", "w", zipfile.ZIP_DEFLATED) as out:
                    for folder, _, files in os.walk("bug"):
                        for file in files:
                            path = os.path.join(folder, file)
                            entry = zipfile.ZipInfo("x")
                            entry.filename = path.replace("/", chr(92))
                            out.writestr(entry, open(path, "rb").read())'
                """),
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

    /// What is wrong is named: the recordings among which nobody can choose, and what leads elsewhere.
    @Test func severalRecordingsInAZipAreNamed() throws {
        _ = try seal()
        try shell("mkdir one two && cp whole.rewind one/a.rewind && cp whole.rewind two/b.rewind && zip -qr again.zip one two")
        let error = #expect(throws: RecordingError.self) { try openRecording(at: folder.path("again.zip")) }
        #expect(error?.description.contains("the zip holds several recordings: one/a.rewind, two/b.rewind. Unpack it") == true)
    }

    @Test func aNameThatTheManifestListsIsPlain() throws {
        let hash = String(repeating: "0", count: 64)
        let manifest = ZipBuilder.Entry(
            "manifest.json", #"{"format":{"major":1},"entries":[{"name":"a b.txt","bytes":1,"sha256":"\#(hash)"}]}"#)
        try folder.write(ZipBuilder(manifest, .init("a b.txt", "x")).bytes, to: "a.rewind")
        let error = #expect(throws: RecordingError.self) { try openRecording(at: folder.path("a.rewind")) }
        #expect(error?.code == .forbiddenName)
    }

    @Test func aCopyOfARunningRecordingOpensToo() throws {
        let recorder = Recorder(.init(app: "Test", directory: folder.path("live")))
        let storeRecorder = recorder.store(initialState: 0)
        var state = 0
        for number in 1...3 { state = storeRecorder.reduce(number, from: state) { $0 + $1 } }
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
        let run = try Program.shell(for: script).run(["-ec", script], in: folder.path)
        #expect(run.status == 0, "\(run)")
    }

    private func seal() throws -> Recording {
        try Sealing().seal(LiveFixture().write(in: folder), to: folder.path("whole.rewind"))
    }
}
