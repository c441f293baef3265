import Foundation
import RewindFormat
import TestSupport
import Testing

@testable import RewindAge

/// What we seal and Debian's `age` opens, and the other way round.
@Suite("Files exchanged with age", .timeLimit(.minutes(ProcessInfo.processInfo.environment["REWIND_LONG"] == nil ? 5 : 60)))
struct AgeProgramTests {
    private static let isLong = ProcessInfo.processInfo.environment["REWIND_LONG"] != nil
    private let folder = TemporaryFolder()

    /// Files that age 1.1.1 made for the key of ``AgeKeyTests`` and another one, so that this is checked where there is no age.
    @Test func opensFilesThatAgeMade() throws {
        let identity = try Identity(parsing: AgeKeyTests.secret)
        let other = try Identity(parsing: "AGE-SECRET-KEY-1W4SYS3PKQ5LE06XS5SCHK7THDAZE7735XWEVYDSSDAL3PCQ8RAMQDAMQ22")
        let two = """
            YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBjOWh1VFRhcms4Um93cUVjN3BMMHkvc1lEUnBTY0I0UGQxaEF5b3pPVVR3
            CkdJNC9pLzJ3L3B3NkI1K0lHQ2VOQ3QvMlFRWCttemtrTlhuZW5zWUx6MmMKLT4gWDI1NTE5IEVueURBV3ZodUpJKy8zQ0RxRFZU
            eS9YN2IwTkpzVmRZc0ZYbHJFSmttMHMKclJ1UmgvZUI3V0xQdlJHaTdRRnFZdTBvMTV3ZGk3Q0hKRnBjdytaK2c0bwotLS0gQndr
            eHUzbFE1c0tIZWU0MVMwZmphT3cvZ21nYTlteHBFWUN2WmhpKyswawoiYlKTbN55/mQTu8GWXqRfItpd7Ffb2G5LjRWNdjhX5Q5R
            RehWXlAKXk/xWqxv28Nr
            """
        let empty = """
            YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSB4OU9BdTlNSks4OFJVRDF2NDhBK0hDbkczSHlNQnpJYWRlcHdjNkR0blR3
            ClpDK1A2L1BGNzN0MHJJMHlsUGpmRXFqZFZKMTdEWDd5NGVnVGRHaFJXVGcKLS0tIEQ5eXZJeGZWSTJGSThDU3ZFKzUwdkFqUWh1
            c00vcWlTdUxzYUxXbm9qVlUKVycb01jfgcMVSPttNrfXhA3l0h/ds8Ef7l4dHWIP9M4=
            """
        for (text, identity, plain) in [(two, identity, "hello, recording\n"), (two, other, "hello, recording\n"), (empty, identity, "")] {
            let file = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
            #expect(try AgeFile.open(Array(file), by: [identity]) == Array(plain.utf8))
        }
    }

    /// The sizes of two hundred files: those around the ends of chunks, and others up to some megabytes.
    private static let sizes: [Int] = {
        var random = SeededGenerator(seed: 200)
        let borders = (0...3).flatMap { number in [-1, 0, 1, 16, 17].map { number * 65_536 + $0 } }.filter { $0 >= 0 }
        let large = (0..<8).map { _ in random.below(isLong ? 100_000_000 : 2_000_000) } + [isLong ? 100_000_000 : 4_000_000]
        let known = borders + large
        return known + (known.count..<200).map { _ in random.below(70_000) }
    }()

    @Test func areReadByEachOther() throws {
        let age = try Program.installed("age")
        let (ada, bob) = (Identity(), Identity())
        let key = try folder.write(bob.fileText(created: "now").utf8, to: "bob.txt")
        let keys = try folder.write("# both\n\(ada.recipient)\n\(bob.recipient)\n".utf8, to: "keys.txt")
        for (number, size) in Self.sizes.enumerated() {
            let plain = AgeFileTests.bytes(size, seed: UInt64(number))
            let isForBoth = number % 2 == 0
            try folder.write(try AgeFile.seal(plain, for: isForBoth ? [ada.recipient, bob.recipient] : [bob.recipient]), to: "ours.age")
            // Given no bytes, age makes no file.
            let path = try folder.write([], to: "plain")
            let opened = try age.run(["--decrypt", "-i", key, "-o", path, folder.path("ours.age")])
            try #require(opened.status == 0, "age does not open \(size) bytes: \(opened)")
            try #require(try folder.read("plain") == plain, "age opens other \(size) bytes")

            let recipients = isForBoth ? ["-R", keys] : ["-r", "\(ada.recipient)"]
            let sealed = try age.run(recipients + ["-o", folder.path("a.age"), folder.path("plain")])
            try #require(sealed.status == 0, "\(sealed)")
            try #require(try AgeFile.open(try folder.read("a.age"), by: [ada]) == plain, "\(size) bytes of age's do not open")
        }
    }

    @Test func ageRefusesWhatWeRefuse() throws {
        let age = try Program.installed("age")
        let ada = Identity()
        let key = try folder.write(ada.fileText(created: "now").utf8, to: "ada.txt")
        let file = try AgeFile.seal(AgeFileTests.bytes(140_000), for: [ada.recipient])
        var random = SeededGenerator(seed: 9)
        for number in 0..<30 {
            var changed = file
            let place = random.below(number < 15 ? 300 : file.count)
            if number % 3 == 0 { changed.removeLast(1 + place % 70_000) } else { changed[place] ^= 1 << UInt8(random.below(8)) }
            #expect(throws: RecordingError.self) { try AgeFile.open(changed, by: [ada]) }
            let path = try folder.write(changed, to: "changed.age")
            #expect(try age.run(["--decrypt", "-i", key, "-o", folder.path("out"), path]).status != 0, "change \(number)")
        }
    }

    @Test func keysOfAgeKeygenAreOurs() throws {
        let keygen = try Program.installed("age-keygen")
        _ = try keygen.run(["-o", folder.path("theirs.txt")])
        let theirs = try Identity.all(in: String(decoding: folder.read("theirs.txt"), as: UTF8.self))
        #expect(try theirs.map { "\($0.recipient)\n" } == [keygen.run(["-y", folder.path("theirs.txt")]).output])
        let ours = Identity()
        let path = try folder.write(ours.fileText(created: "2026-11-29T23:13:17Z").utf8, to: "ours.txt")
        #expect(try keygen.run(["-y", path]).output == "\(ours.recipient)\n")
    }
}
