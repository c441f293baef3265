import Foundation
import RewindCapture
import RewindFormat
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

/// Parser confusion: one file in which two readers see different contents.
@Suite(
    "What we accept of a zip is what unzip and Python see in it",
    .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 600)))
struct ZipViewTests {
    private let folder = TemporaryFolder()

    /// Writes, for every file named on its input, what Python and unzip find in it, as one JSON array of two objects: name to hex content.
    private static let script = """
        import json, subprocess, sys, tempfile, os, zipfile
        def python(path):
            with zipfile.ZipFile(path) as file:
                return {info.filename: file.read(info).hex() for info in file.infolist() if not info.is_dir()}
        def unzip(path):
            with tempfile.TemporaryDirectory() as folder:
                run = subprocess.run(["unzip", "-qq", "-o", path, "-d", folder], stdin=subprocess.DEVNULL, capture_output=True)
                if run.returncode: raise ValueError(run.returncode)
                found = {}
                for root, _, names in os.walk(folder):
                    for name in names:
                        with open(os.path.join(root, name), "rb") as file: found[os.path.relpath(file.name, folder)] = file.read().hex()
                return found
        for path in sys.stdin.read().splitlines():
            views = []
            for reader in python, unzip:
                try: views.append(reader(path))
                except Exception as error: views.append({"error": repr(error)})
            print(json.dumps(views))
        """

    /// Our view of each file: `nil` where we refuse it.
    private func view(_ bytes: [UInt8]) throws -> [String: String]? {
        let path = try folder.write(bytes, to: "view.zip")
        do throws(RecordingError) {
            let reader = try ArchiveReader(path: path)
            var view: [String: String] = [:]
            for entry in reader.directory.entries { view[entry.name] = hex(try reader.read(entry.name)) }
            return view
        } catch {
            return nil
        }
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Holds the files that we accept against the other two readers; returns how many those were.
    private func compare(_ files: [(name: String, bytes: [UInt8])]) throws -> Int {
        var accepted: [(name: String, path: String, view: [String: String])] = []
        for (index, file) in files.enumerated() {
            guard let view = try view(file.bytes) else { continue }
            accepted.append((file.name, try folder.write(file.bytes, to: "\(index).zip"), view))
        }
        let python = try Program.python()
        let run = try python.run(["-c", Self.script], input: accepted.map { $0.path + "\n" }.joined())
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == accepted.count, "\(run)")
        for (file, line) in zip(accepted, lines) {
            let views = try JSONValue(parsing: Array(line.utf8)).decode([[String: String]].self)
            for (reader, view) in zip(["Python", "unzip"], views) {
                #expect(view == file.view, "\(file.name): \(reader) sees \(view.sorted { $0.key < $1.key })")
            }
        }
        return accepted.count
    }

    private static let hello = ZipBuilder.Entry("a.txt", "hello")

    /// What honest writers differ in; all of it is accepted.
    static let honest: [(String, @Sendable () -> ZipBuilder)] = [
        ("stored", { ZipBuilder(hello) }),
        ("deflated", { ZipBuilder(changed { ($0.method, $0.stored) = (8, deflated($0.content)) }) }),
        ("with a descriptor", { ZipBuilder(changed { describe(&$0, signed: true, zeros: false) }) }),
        ("with a descriptor without signature", { ZipBuilder(changed { describe(&$0, signed: false, zeros: false) }) }),
        ("with a descriptor and zeros before the content", { ZipBuilder(changed { describe(&$0, signed: true, zeros: true) }) }),
        ("with times and owners in extra fields", { ZipBuilder(changed { $0.extra = [0x55, 0x54, 5, 0, 1, 0, 0, 0, 0] }) }),
        ("with names in UTF-8", { ZipBuilder(changed { $0.flags = 1 << 11 }) }),
        ("of version 4.5", { ZipBuilder(changed { $0.version = 45 }) }),
        ("with folders", { ZipBuilder(folder("b/"), .init("b/c.txt", "there")) }),
        ("with an empty file", { ZipBuilder(.init("empty"), hello) }),
        ("with a directory in another order", { ZipBuilder(.init("z.txt", "last"), hello) }),
        ("without modes", { ZipBuilder(changed { $0.mode = 0 }) }),
    ]

    private static func folder(_ name: String) -> ZipBuilder.Entry {
        var entry = ZipBuilder.Entry(name)
        entry.mode = 0o040755
        return entry
    }

    private static func changed(_ change: (inout ZipBuilder.Entry) -> Void) -> ZipBuilder.Entry {
        var entry = hello
        change(&entry)
        return entry
    }

    private static func describe(_ entry: inout ZipBuilder.Entry, signed: Bool, zeros: Bool) {
        (entry.flags, entry.method, entry.stored) = (8, 8, deflated(entry.content))
        if signed { append(0x0807_4B50 as UInt32, to: &entry.descriptor) }
        append(crc32(entry.content), to: &entry.descriptor)
        append(UInt32(entry.stored?.count ?? 0), to: &entry.descriptor)
        append(UInt32(entry.content.count), to: &entry.descriptor)
        if zeros { entry.local = { ($0.crc, $0.size, $0.compressedSize) = (0, 0, 0) } }
    }

    @Test func otherToolsSeeTheSameWhateverAnHonestWriterDoes() throws {
        let files = Self.honest.map { ($0.0, $0.1().bytes) }
        #expect(try compare(files) == files.count)
    }

    @Test func otherToolsSeeTheSameWhateverAHostileWriterDoes() throws {
        let files = (HostileZipTests.entries + HostileZipTests.files).map { ($0.testDescription, $0.make()) }
        // Nearly all of them are refused, which their own tests say; what is not must look the same to everybody.
        #expect(try compare(files) < files.count / 10)
    }

    @Test func otherToolsSeeTheSameWhateverBytesAreChangedRemovedOrInserted() throws {
        let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil
        var random = SeededGenerator(seed: ProcessInfo.processInfo.environment["REWIND_SEED"].flatMap { UInt64($0) } ?? 1)
        let wholes = Self.honest.map { $0.1().bytes }
        var files: [(String, [UInt8])] = []
        for number in 0..<(isLong ? 10_000 : 400) {
            var bytes = wholes[number % wholes.count]
            for _ in 0...random.below(2) {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] ^= 1 << random.below(8)
                case 1: bytes[place] = UInt8(random.below(256))
                case 2: bytes.remove(at: place)
                default: bytes.insert(UInt8(random.below(256)), at: place)
                }
            }
            files.append(("mutation \(number)", bytes))
        }
        let accepted = try compare(files)
        if isLong { print("\(files.count) mutated zips, \(accepted) accepted, each the same to unzip and Python") }
        #expect(accepted > 0)
    }
}
