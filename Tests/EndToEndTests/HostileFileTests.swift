import Foundation
import RewindValue
import TestSupport
import Testing

/// Files made to hurt whoever opens them, given to the built command.
@Suite(
    "A hostile file is refused by a named limit, in under a second and 128 MiB",
    .timeLimit(.minutes(Effort.isLong ? 600 : 5)))
struct HostileFileTests {
    /// A file, and the words of its refusal.
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var words: String
        var make: @Sendable () throws -> [UInt8]

        init(_ description: String, _ words: String, _ make: @escaping @Sendable () throws -> [UInt8]) {
            (testDescription, self.words, self.make) = (description, words, make)
        }
    }

    private let folder = TemporaryFolder()

    /// Runs commands that may meet the file: one for each way to open it, and in the long form all.
    private func expectCheap(_ path: String, refusing words: String?, sourceLocation: SourceLocation = #_sourceLocation) throws {
        var commands = [
            ["log", path], ["unpack", path, "-o", "unpacked"], ["recover", path, "-o", "recovered.rewind", "--force"], ["doctor", path],
        ]
        if Effort.isLong {
            commands += [
                ["info", path], ["show", path, "end"], ["step", path], ["export", path, "--format", "csv"],
                ["trim", path, "1..", "-o", "trimmed.rewind", "--force"], ["extract", path, "-o", "extracted", "--force"],
            ]
        }
        for command in commands {
            let measured = try Measured(command, in: folder, input: "goto end\nprint\nquit\n")
            let name = "\(command[0]): \(measured.run)"
            #expect(!measured.run.wasKilled, "\(name)", sourceLocation: sourceLocation)
            // Recovery is asked for what a refused file still holds: it inflates everything once, but keeps nothing of it.
            #expect(measured.seconds < (command[0] == "recover" ? 10 : 1), "\(name)", sourceLocation: sourceLocation)
            #expect(measured.residentBytes < 128 << 20, "\(measured.residentBytes >> 20) MiB: \(name)", sourceLocation: sourceLocation)
            if let words, command[0] != "recover" {
                // The doctor says on standard output what is wrong: that is its answer.
                let isAnswer = command[0] == "doctor"
                let told = isAnswer ? measured.run.output : measured.run.errors
                #expect(measured.run.status == (isAnswer ? 1 : 2), "\(name)", sourceLocation: sourceLocation)
                #expect(told.contains(words), "\(name)", sourceLocation: sourceLocation)
            }
        }
    }

    /// Mebibytes of zeros: a gibibyte in the long form.
    private static let zeros = Effort.isLong ? 1_023 : 255

    static let bombs: [Case] = [
        Case("zeros, a thousand times the file", "over the limit inflateRatio of 200") {
            try ZipBuilder(HandmadeBundle().entries + [Zeros().entry("attachments/a.bin", mebibytes: zeros)]).bytes
        },
        Case("zeros as the manifest", "over the limit inflateRatio of 200") {
            try ZipBuilder(Zeros().entry("manifest.json", mebibytes: zeros)).bytes
        },
        Case("a manifest of a gibibyte, within the ratio", "limit manifestBytes is") {
            let head = Array(repeating: UInt8(ascii: " "), count: 6 << 20)
            return try ZipBuilder(Zeros().entry("manifest.json", mebibytes: 1_000, after: head)).bytes
        },
        Case("zeros that claim to be 100 bytes", "inflates to more than the 100 bytes") {
            var entry = try Zeros().entry("manifest.json", mebibytes: zeros)
            entry.size = 100
            return ZipBuilder(entry).bytes
        },
        Case("zeros that claim to be 100 bytes in the directory only", "the size before the content") {
            var entry = try Zeros().entry("manifest.json", mebibytes: zeros)
            let size = entry.size
            entry.size = 100
            entry.local = { $0.size = size }
            return ZipBuilder(entry).bytes
        },
        Case("a thousand entries at one offset", "does not fit between") {
            let first = try Zeros().entry("a0", mebibytes: 4)
            let others = (1..<1_000).map { number in
                var entry = ZipBuilder.Entry("a\(number)")
                (entry.method, entry.size, entry.offset) = (8, first.size, 0)
                return entry
            }
            return ZipBuilder([first] + others).bytes
        },
        Case("200 entries, each quoting the next", "does not fit between") { quoted(200) },
        Case("65,000 entries", "limit entries is 20000") { ZipBuilder((0..<65_000).map { .init("e\($0)") }).bytes },
        Case("zips in zips in zips", "not a recording: manifest.json is missing") {
            var zip = ZipBuilder(try Zeros().entry("0.zip", mebibytes: 16))
            for depth in 1..<20 { zip = ZipBuilder(.init(Array("\(depth).zip".utf8), zip.bytes)) }
            return zip.bytes
        },
        Case("five terabytes by Zip64", "Zip64 extension") {
            var entry = ZipBuilder.Entry("manifest.json", "{}")
            (entry.size, entry.compressedSize) = (.max, .max)
            entry.extra = [1, 0, 16, 0] + [0, 0, 0, 0, 0, 5, 0, 0] + [0, 0, 0, 0, 0, 5, 0, 0]
            return ZipBuilder(entry).bytes
        },
        Case("65,000 bytes of extra fields", "limit extraBytes is 1024") {
            var entry = ZipBuilder.Entry("manifest.json", "{}")
            entry.extra = [0x55, 0x54, 0xE4, 0xFD] + Array(repeating: 0, count: 64_996)
            return ZipBuilder(entry).bytes
        },
        Case("a directory of megabytes", "limit directoryBytes is") {
            ZipBuilder(
                (0..<19_999).map { number in
                    var entry = ZipBuilder.Entry("e\(number)")
                    entry.extra = [0x55, 0x54, 0xE8, 3] + Array(repeating: 0, count: 1_000)
                    return entry
                }
            ).bytes
        },
        Case("a directory of four gigabytes in a small file", "the directory does not end where") {
            var bytes = ZipBuilder(.init("manifest.json", "{}")).bytes
            bytes.replaceSubrange((bytes.count - 10)..<(bytes.count - 6), with: [0xFE, 0xFF, 0xFF, 0xFF])
            return bytes
        },
        Case("headers by the thousand that recovery has to try", "appended") {
            var zip = ZipBuilder((0..<19_000).map { .init("segments/000000/a\($0)", "x") })
            zip.suffix = [0]
            return zip.bytes
        },
    ]

    /// Entries that each hold all the following ones, header and all: a file of kilobytes that means megabytes (Fifield 2019).
    private static func quoted(_ count: Int) -> [UInt8] {
        var content = Array("the kernel of it all".utf8)
        var zip = ZipBuilder([])
        for number in (0..<count).reversed() {
            let entry = ZipBuilder.Entry(Array("q\(number)".utf8), content)
            content = Array(ZipBuilder(entry).bytes.dropLast(22 + 46 + entry.name.count))
            zip.entries.insert(entry, at: 0)
        }
        let step = zip.entries[0].content.count - zip.entries[1].content.count
        for index in zip.entries.indices {
            zip.entries[index].offset = UInt32(index * step)
            if index > 0 { zip.entries[index].stored = [] }
            zip.entries[index].compressedSize = UInt32(zip.entries[index].content.count)
        }
        return zip.bytes
    }

    @Test(arguments: bombs) func aHostileFileIsRefused(_ bomb: Case) throws {
        try folder.write(bomb.make(), to: "bomb.rewind")
        try expectCheap("bomb.rewind", refusing: bomb.words)
    }

    static let modes: [(String, UInt32)] = [
        ("a symbolic link", 0o120777), ("a named pipe", 0o010644), ("a block device", 0o060644), ("a character device", 0o020644),
        ("a socket", 0o140755), ("set-user-id", 0o104755), ("set-group-id", 0o102755), ("sticky", 0o101777), ("a whiteout", 0o160000),
        ("a folder by its mode", 0o040755),
    ]

    @Test(arguments: modes) func anEntryOfAHostileKindIsRefused(_ name: String, _ mode: UInt32) throws {
        var entry = ZipBuilder.Entry("attachments/link", "/etc/passwd")
        entry.mode = mode
        var bundle = HandmadeBundle()
        bundle.others = [entry]
        try folder.write(bundle.bytes, to: "it.rewind")
        let run = try Command(folder: folder)("unpack", "it.rewind", "-o", "unpacked")
        #expect(run.status == 2 && run.errors.contains("not a regular file"), "\(run)")
        #expect(folder.contents == ["it.rewind"])
    }

    static let names: [String] = [
        "..", "../evil", "../../evil", "a/../../evil", "a/..", "./evil", "a/./b", ".", "/evil", "//evil", "/tmp/evil", "\\evil", "..\\evil",
        "a\\..\\..\\evil", "\\\\server\\share", "C:evil", "C:\\evil", "C:/evil", "file:///evil", "~/evil", "$HOME/evil", "%2e%2e/evil",
        "a\0b",
        "evil\0.txt", "a\nb", "a\u{1B}[2Jb", "a\u{7F}", "a\u{9B}b", "a\u{202E}txt.exe", "é", "e\u{301}", "a b", " a", "a ", "a.", "a..",
        "...",
        "con", "NUL", "aux.txt", "COM1", "lpt9.log", "a/prn/b", "a:stream", "a*", "a?", "a|b", "a<b", "-rf ~", "", "a//b", "a/b/c/d/e/f/g",
        String(repeating: "n", count: 300), String(repeating: "n", count: 65_535), "segments", "segments/000000", "manifest.json",
        "MANIFEST.JSON", "segments/000000/actions.ndjson/x", "segments/000000/ACTIONS.ndjson",
    ]

    @Test(arguments: Effort.numbers(in: names.indices, sample: 14)) func anEntryWithAHostileNameIsRefused(_ index: Int) throws {
        var bundle = HandmadeBundle()
        bundle.others = [.init(Array(Self.names[index].utf8), Array("evil".utf8))]
        try folder.makeFolder("a/b/c")
        try folder.write(bundle.bytes, to: "a/b/c/it.rewind")
        let before = folder.contents
        let rewind = Command(folder: folder)
        for command in [["info"], ["unpack", "-o", "a/b/c/unpacked"], ["recover", "-o", "a/b/c/recovered.rewind"]] {
            let run = try rewind.run([command[0], "a/b/c/it.rewind"] + command.dropFirst())
            let name = "\(printable(index)): \(command[0]): \(run)"
            #expect(!run.wasKilled && (run.status == 2 || command[0] == "recover"), "\(name)")
            #expect(run.errorBytes.allSatisfy { $0 == 10 || $0 >= 0x20 && $0 != 0x7F }, "\(name)")
            // Recovery writes its one file, and never under a name from inside.
            #expect(Set(folder.contents).subtracting(["home", "home/latest", "a/b/c/recovered.rewind"]) == Set(before), "\(name)")
        }
    }

    private func printable(_ index: Int) -> String { Self.names[index].prefix(60).debugDescription }

    @Test func unpackingNeverGoesThroughALinkThatIsThereAlready() throws {
        try folder.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("elsewhere"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("dangling"), withDestinationPath: folder.path("nowhere"))
        try folder.write(HandmadeBundle().bytes, to: "it.rewind")
        let rewind = Command(folder: folder)
        let taken = "already exists"
        for (target, words) in [("link", taken), ("dangling", taken), ("it.rewind", "the output is the input")] {
            let run = try rewind("unpack", "it.rewind", "-o", target)
            #expect(run.status == 2 && run.errors.contains(words), "\(target): \(run)")
        }
        #expect(folder.contents == ["dangling", "elsewhere", "it.rewind", "link"])
        #expect(try rewind("unpack", "it.rewind", "-o", "fresh").status == 0)
        #expect(folder.contents.count == 4 + 6, "a folder, the manifest, and the streams with their folders: \(folder.contents)")
    }
}
