import Foundation
import RewindSystem
import TestSupport
import Testing

/// Recordings that are sent to somebody who alone can open them.
///
/// A process can read back what it has sealed itself: what others can open is asked in processes of their own.
@Suite("Sealed for a recipient", .serialized, .timeLimit(.minutes(5)))
struct SealedForRecipientsTests {
    private let rewind = Desk()
    private static let crash = "Fixtures/crash.rewind"

    /// Runs the command in a process of its own, whose home is empty.
    private func stranger(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Run {
        let (path, arguments) = (rewind.folder.path, arguments.map { $0.replacingOccurrences(of: "OUT/", with: rewind.folder.path + "/") })
        return try Program.rewind.run(
            arguments, in: Repository.root,
            environment: ["NO_COLOR": "1", "REWIND_HOME": path + "/other", "REWIND_CACHE": path + "/cache"].merging(environment) { $1 })
    }

    /// Makes a key, and returns its public half.
    private func key(_ name: String = "ada.txt") throws -> String {
        try rewind("keygen", "-o", "OUT/\(name)").expect(0).output.trimmingCharacters(in: .newlines)
    }

    private var names: [String] { rewind.folder.contents.filter { !$0.hasPrefix("home") && !$0.hasPrefix("cache") } }

    // MARK: Keys

    @Test func aKeyIsMadeForItsOwnerAlone() throws {
        let run = try rewind("keygen").expect(
            0, output: .begins("age1"), errors: "the secret key is in \(rewind.folder.path("home/key.txt"))")
        let lines = try String(decoding: rewind.folder.read("home/key.txt"), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("# created: 20") && lines[1] == "# public key: \(run.output.dropLast())")
        #expect(lines[2].hasPrefix("AGE-SECRET-KEY-1") && !run.errors.contains("AGE-SECRET-KEY") && !run.output.contains("SECRET"))
        #expect(FileSystem.permissions(of: rewind.folder.path("home/key.txt")) == 0o600)
    }

    @Test func aKeyIsNeverReplaced() throws {
        let known = try key()
        let before = try rewind.folder.read("ada.txt")
        try rewind("keygen", "-o", "OUT/ada.txt").expect(2, output: .is(""), errors: "already exists, with the key of \(known)")
        #expect(try rewind.folder.read("ada.txt") == before && names == ["ada.txt"])
        try rewind("keygen", "-o", "-").expect(64)
        try rewind("keygen", "-o", "OUT/nowhere/ada.txt").expect(2, errors: "does not exist")
    }

    // MARK: Making a file

    @Test func noFileThatAnyoneCanReadHasTheNameOfASealedOne() throws {
        try rewind("trim", Self.crash, "60..", "-o", "OUT/piece.rewind.age").expect(2, errors: "its name says that it is sealed")
        #expect(names == [])
    }

    @Test func aTicketIsOneFileThatNobodyElseOpens() throws {
        let known = try key()
        let run = try rewind(
            "ticket", Self.crash, "--level", "secrets", "--to", known, "-o", "OUT/bug.rewind"
        ).expect(0, errors: "in \(rewind.folder.path("bug.rewind.age"))", "it is sealed: only the secret key of a recipient opens it")
        #expect(!run.errors.contains("the text is") && names == ["ada.txt", "bug.rewind.age"], "\(run) \(names)")
        try stranger("info", "OUT/bug.rewind.age").expect(
            2, output: .is(""),
            errors: "bug.rewind.age: sealed for a recipient, and no key is known here. Name the key's file with --identity")
        try stranger("info", "OUT/bug.rewind.age", "--identity", "OUT/ada.txt").expect(0, output: "67")
        try stranger("--identity=\(rewind.folder.path("ada.txt"))", "crash", "OUT/bug.rewind.age").expect(0, output: "SIGILL")
        try stranger("info", "OUT/bug.rewind.age", environment: ["REWIND_IDENTITY": rewind.folder.path("ada.txt")]).expect(0)
        try stranger("info", "OUT/bug.rewind.age", environment: ["REWIND_IDENTITY": "/nowhere"]).expect(2, errors: "/nowhere")

        _ = try key("bob.txt")
        try stranger("info", "OUT/bug.rewind.age", "--identity", "OUT/bob.txt").expect(2, errors: "and not for the key known here")
        try rewind.folder.makeFolder("other")
        _ = try rewind.folder.write(rewind.folder.read("ada.txt"), to: "other/key.txt")
        try stranger("info", "OUT/bug.rewind.age").expect(0, output: "67")
    }

    @Test func theTextIsWrittenIfItIsAskedForAndThePageNever() throws {
        let known = try key()
        try rewind("ticket", Self.crash, "--to", known, "-o", "OUT/bug.rewind.age", "--text", "OUT/bug.md").expect(0, errors: "the text is")
        #expect(names == ["ada.txt", "bug.md", "bug.rewind.age"])
        #expect(try String(decoding: rewind.folder.read("bug.md"), as: UTF8.self).contains("`bug.rewind.age` goes with this text"))
        try rewind("ticket", Self.crash, "--to", known, "--page").expect(64, errors: "--page and --to can't be used together")
    }

    @Test func aFileOfKeysIsForAllOfThem() throws {
        let (ada, bob) = (try key(), try key("bob.txt"))
        _ = try rewind.folder.write("# us\n\(ada)\n\n\(bob)\n".utf8, to: "us.txt")
        try rewind("redact", Self.crash, "--to", "OUT/us.txt", "--to", ada, "-o", "OUT/bug.rewind").expect(0)
        for name in ["ada", "bob"] {
            try stranger("info", "OUT/bug.rewind.age", "--identity", "OUT/\(name).txt").expect(0, output: "67")
        }
    }

    @Test func anUnpackedRecordingIsSealedAgain() throws {
        let known = try key()
        try rewind("unpack", Self.crash, "-o", "OUT/bug").expect(0)
        try rewind("seal", "OUT/bug", "--to", known, "-o", "OUT/bug.rewind").expect(0, errors: "67 steps", .not("look at it with"))
        try stranger("doctor", "OUT/bug.rewind.age", "--identity", "OUT/ada.txt").expect(0)
        try rewind("list").expect(output: .not("bug.rewind.age"))  // nobody here may be able to open it
        try rewind("seal", "OUT/bug", "--to", known, "--remove").expect(64)
        try rewind("seal", "OUT/bug", "--to", known, "--report").expect(64)
    }

    @Test(
        arguments: [
            (["ticket", "--to", "age1oops"], 64, "'age1oops' is no public key of age"),
            (["ticket", "--to", "AGE-SECRET-KEY-1OOPS"], 64, "a secret key is no recipient"),
            (["ticket", "--to", "nowhere.txt"], 2, "--to takes a public key, age1…, or a file of them"),
            (["ticket", "--to", "README.md"], 2, "is no public key of age"),
            (["info", "--identity", "nowhere.txt"], 2, "nowhere.txt"),
            (["info", "--identity", "README.md"], 2, "not a secret key of age"),
            (["info", "--identity"], 64, "Missing value for '--identity <file>'"),
        ] as [([String], Int32, String)])
    func whatIsNoKeyIsSaid(words: [String], status: Int32, said: String) throws {
        let run = try rewind.run([words[0], Self.crash] + words.dropFirst()).expect(status, output: .is(""), errors: .has(said))
        #expect(!run.errors.contains("OOPS"))
        #expect(names.isEmpty)
    }

    // MARK: Reading it

    @Test func aChangedFileIsRefused() throws {
        try rewind("redact", Self.crash, "--to", try key(), "-o", "OUT/bug.rewind").expect(0)
        var file = try rewind.folder.read("bug.rewind.age")
        file[file.count / 2] ^= 1
        try rewind.folder.write(file, to: "changed.rewind.age")
        try stranger("info", "OUT/changed.rewind.age", "--identity", "OUT/ada.txt").expect(
            2, output: .is(""), errors: "the sealed file is not as it was written", "Ask for the file again")
    }

    @Test func nothingOfItIsLeftInACache() throws {
        try rewind("redact", Self.crash, "--to", try key(), "-o", "OUT/bug.rewind").expect(0)
        for verb in ["blame", "history"] {
            try stranger(verb, "OUT/bug.rewind.age", "/comments/selection", "--identity", "OUT/ada.txt").expect(0)
        }
        try stranger("groups", "OUT/", "--identity", "OUT/ada.txt").expect(0)
        #expect(!rewind.folder.contents.contains { $0.hasPrefix("cache/") }, "\(rewind.folder.contents)")
    }

    @Test func isNotReplacedByWhatEverybodyCanRead() throws {
        try rewind("redact", Self.crash, "--to", try key(), "-o", "OUT/bug.rewind").expect(0)
        let before = try rewind.folder.read("bug.rewind.age")
        try rewind("annotate", "OUT/bug.rewind.age", "--note", "look", "--in-place").expect(2, errors: "can't be edited in place")
        #expect(try rewind.folder.read("bug.rewind.age") == before)
    }

    @Test func questionsAboutManyCountWhatTheyCanNotOpen() throws {
        try rewind.folder.makeFolder("ten")
        _ = try rewind.folder.write(try FileSystem.read(Repository.path(Self.crash), limit: 1 << 24), to: "ten/crash.rewind")
        try rewind("redact", "Fixtures/ordinary.rewind", "--to", try key(), "-o", "OUT/ten/ordinary.rewind").expect(0)
        let words = "1 of 2 recordings is sealed for a key that is not known here"
        try stranger("groups", "OUT/ten").expect(0, errors: .has(words))
        try stranger("info", "OUT/ten").expect(0, output: "crash.rewind", errors: .has(words))
        try stranger("crash", "OUT/ten").expect(0, output: "SIGILL", errors: .has(words))
        try stranger("groups", "OUT/ten", "--identity", "OUT/ada.txt").expect(0, errors: .not("not known here"))
        let run = try stranger("info", "OUT/ten", "--identity", "OUT/ada.txt").expect(0, output: "ordinary.rewind.age")
        #expect(run.output.split(separator: "\n").count == 2)
    }

    @Test func ageOpensOursAndWeOpenAgeS() throws {
        let age = try Program.installed("age")
        let known = try key()
        try rewind("redact", Self.crash, "--to", known, "-o", "OUT/bug.rewind").expect(0)
        let (key, plain, theirs) = (
            rewind.folder.path("ada.txt"), rewind.folder.path("plain.rewind"), rewind.folder.path("their.rewind.age")
        )
        try age.run(["--decrypt", "-i", key, "-o", plain, rewind.folder.path("bug.rewind.age")]).expect(0)
        try rewind("doctor", plain).expect(0)
        try age.run(["-r", known, "-o", theirs, Repository.path(Self.crash)]).expect(0)
        let log = try stranger("log", Self.crash).expect(0)
        try stranger("log", theirs, "--identity", "OUT/ada.txt").expect(0, output: .is(log.output))
    }
}
