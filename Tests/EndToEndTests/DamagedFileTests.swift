import Foundation
import ReplayTestSupport
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// Damaged files, and files that are none, given to every command.
@Suite("Given a damaged file, the command", .timeLimit(.minutes(Effort.isLong ? 600 : 5)))
struct DamagedFileTests {
    private let rewind = Command()
    private var folder: TemporaryFolder { rewind.folder }

    /// Holds a run against the promise: a refusal that says what is wrong with which file and how to go on.
    private func expectRefusal(
        _ run: Program.Run, of path: String, advice: String? = nil, after beginning: String = "", _ context: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == 2 && !run.wasKilled, "\(context): \(run)", sourceLocation: sourceLocation)
        #expect(run.errors.hasPrefix("rewind: \(path)"), "\(context): \(run)", sourceLocation: sourceLocation)
        #expect(beginning.hasPrefix(run.output), "\(context): \(run)", sourceLocation: sourceLocation)
        if let advice { #expect(run.errors.contains(advice), "\(context): \(run)", sourceLocation: sourceLocation) }
    }

    @Test("A file cut anywhere is refused, and recover saves what is whole or says that nothing is", arguments: [Fixture.crash, .small])
    func aCutFileIsRefusedAndItsWholePartRecovered(_ fixture: Fixture) throws {
        let whole = try fixture.bytes()
        let (bug, saved) = (folder.path("bug.rewind"), folder.path("recovered.rewind"))
        var recovered = 0
        for length in Effort.numbers(in: 4..<whole.count, sample: 2) {
            let context = "cut to \(length) of \(whole.count) bytes"
            try folder.write(whole[..<length], to: "bug.rewind")
            for (name, run) in try rewind.readHere(bug) {
                expectRefusal(run, of: bug, advice: "rewind recover \(bug)", "\(context): \(name)")
            }
            expectRefusal(try rewind.here("seal", bug, "-o", folder.path("sealed.rewind")), of: bug, context)
            let recover = try rewind.here("recover", bug, "-o", saved, "--force")
            if recover.status == 2 {
                expectRefusal(recover, of: bug, advice: "The file contains no intact part of a recording", context)
            } else {
                recovered += 1
                #expect(recover.status == 3 || recover.status == 0, "\(context): \(recover)")
                #expect(recover.status == 0 || recover.errors.contains("lost: "), "\(context): \(recover)")
                #expect(try rewind.here("log", saved).status == 0, "\(context)")
            }
        }
        #expect(recovered > 0)
    }

    @Test(arguments: [Fixture.crash, .small])
    func refusesItWithAByteFlippedOrPrintsWhatItPrintedBefore(_ fixture: Fixture) throws {
        let whole = try fixture.bytes()
        let (bug, saved) = (folder.path("bug.rewind"), folder.path("recovered.rewind"))
        try folder.write(whole, to: "bug.rewind")
        let before = try rewind.readHere(bug)
        let log = try rewind.here("log", bug).output
        var refused = 0
        for index in Effort.numbers(in: 0..<whole.count, sample: 3) {
            let context = "byte \(index) flipped"
            var bytes = whole
            bytes[index] ^= 0xFF
            try folder.write(bytes, to: "bug.rewind")
            for ((name, run), (_, expected)) in zip(try rewind.readHere(bug), before) {
                if run.status == 2 {
                    refused += 1
                    // What was printed before the damage was met is what stood there; or it names what is damaged.
                    let namesDamage = run.output.contains(" is damaged") || run.output.contains(#""kind":"damaged""#)
                    let beginning = namesDamage ? run.output : expected.output
                    expectRefusal(run, of: bug, after: beginning, "\(context): \(name)")
                } else {
                    #expect(run.output == expected.output && run.status == expected.status, "\(context): \(name): \(run)")
                }
            }
            let recover = try rewind.here("recover", bug, "-o", saved, "--force")
            switch recover.status {
            case 0: #expect(try rewind.here("log", saved).output == log, "\(context): \(recover)")
            case 3: #expect(recover.errors.contains("lost: "), "\(context): \(recover)")
            default: expectRefusal(recover, of: bug, context)
            }
        }
        #expect(refused > 0)
    }

    /// Something that is no recording, and the words that say so.
    struct Other: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: String
        var make: @Sendable (TemporaryFolder) throws -> Void
    }

    static let others: [Other] = [
        .init(testDescription: "a text file", words: "not a recording: neither a directory nor a zip file") { folder in
            try folder.write("Dear diary, it crashed again.\n".utf8, to: "it")
        },
        .init(testDescription: "an empty file", words: "the file is empty") { try $0.write([], to: "it") },
        .init(testDescription: "a directory that is no recording", words: "not a recording: the directory has no manifest.json") {
            try $0.makeFolder("it/photos")
        },
        .init(testDescription: "a zip that is no bundle", words: "not a recording: manifest.json is missing") { folder in
            try folder.write(ZipBuilder(.init("holiday.jpg", "not really")).bytes, to: "it")
        },
        .init(testDescription: "a zip with a manifest of something else", words: "the manifest names no format version") { folder in
            try folder.write(ZipBuilder(.init("manifest.json", #"{"name":"a browser extension"}"#)).bytes, to: "it")
        },
        .init(testDescription: "a named pipe", words: "not a regular file") { mkfifo($0.path("it"), 0o600) },
        .init(testDescription: "nothing", words: "no such file or directory") { _ in },
    ]

    @Test(arguments: others)
    func saysOfWhatIsNoRecordingThatItIsNone(_ other: Other) throws {
        try other.make(folder)
        let before = folder.contents
        let it = folder.path("it")
        for (name, run) in try rewind.readHere(it) { expectRefusal(run, of: it, advice: other.words, name) }
        expectRefusal(try rewind.here("recover", it, "-o", folder.path("recovered.rewind")), of: it, "recover")
        expectRefusal(try rewind.here("seal", it, "-o", folder.path("sealed.rewind")), of: it, "seal")
        expectRefusal(try rewind.here("unpack", it, "-o", folder.path("unpacked")), of: it, "unpack")
        #expect(folder.contents == before, "something was left behind")
    }

    @Test("A directory into which an app still records is read and otherwise left alone")
    func aDirectoryBeingRecordedIsReadAndLeftAlone() throws {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0])
        try builder.step(1, "increment", #"[{"op":"replace","path":"/count","value":1}]"#)
        try builder.action(2, "increment")
        try builder.flush()
        builder.underWay(2, .reducer)
        let live = builder.path
        let before = try Contents(of: live)
        let words = "an app is still recording into this directory"
        for (name, run) in try rewind.readHere(live) {
            // The state of the last step is not there yet, and the debugger is told nonsense.
            let isKnown = !name.hasPrefix("step ") && !name.hasSuffix(" /")
            if isKnown { #expect(run.status == 0, "\(name) \(run)") }
            let words = "Shop is still recording into \(live): this is the recording as it was after step 2; "
            #expect(run.errors.hasPrefix("rewind: \(words)step 2, increment, is in the reducer\n"), "\(name) \(run)")
        }
        #expect(try rewind.here("show", live, "end-1", ".count").output == "1\n")
        #expect(try rewind.here("show", live, "end", ".count").errors.contains("the state of step 2 was not written yet"))
        #expect(try rewind.here("log", live).output.hasSuffix("in the reducer\n"))
        try rewind.here("info", live).expect(output: "ended       it is still recording\n", "lost        nothing\n")
        #expect(try rewind.here("crash", live).errors.contains("the app is still recording"))
        let file = folder.path("it.rewind")
        for command in ["recover", "seal"] {
            expectRefusal(try rewind.here(command, live, "-o", file), of: live, advice: "Wait until the app has ended", command)
        }
        expectRefusal(try rewind.here("seal", live, "-o", file, "--remove", "--force"), of: live, advice: words, "seal --remove")
        #expect(try Contents(of: live) == before)
        #expect(try rewind.here("log", builder.die()).status == 0, "once the app is gone, it opens")
    }
}

/// Everything below a folder, to see whether it stayed the same.
struct Contents: Equatable {
    private var files: [String: Data] = [:]

    init(of folder: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data("a folder".utf8)
        }
    }
}
