import Foundation
import RewindFormat
import TestSupport
import Testing

@testable import RewindAge

/// Files that are sealed and opened in this process: what opens, and what never does.
@Suite("A file in the age format", .timeLimit(.minutes(5)))
struct AgeFileTests {
    private let ada = Identity()
    private let bob = Identity()
    private let eve = Identity()

    /// Sizes at which a chunk ends, or begins.
    static let sizes = [0, 1, 16, 65_535, 65_536, 65_537, 131_071, 131_072, 131_073, 300_000]

    static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<(count + 7) / 8).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }.prefix(count).map(\.self)
    }

    /// The error of opening a file; fails if it opens.
    @discardableResult private func refusal(_ file: [UInt8], by identities: [Identity]? = nil) -> RecordingError? {
        #expect(throws: RecordingError.self) { try AgeFile.open(file, by: identities ?? [ada]) }
    }

    @Test(arguments: sizes)
    func opensForEachRecipientAndForNobodyElse(size: Int) throws {
        let plain = Self.bytes(size)
        let file = try AgeFile.seal(plain, for: [ada.recipient, bob.recipient])
        #expect(try AgeFile.open(file, by: [ada]) == plain)
        #expect(try AgeFile.open(file, by: [eve, bob]) == plain)
        #expect(refusal(file, by: [eve])?.code == .noKey)
        #expect(refusal(file, by: [])?.code == .noKey)
    }

    @Test func isSealedAnewEachTime() throws {
        let plain = Self.bytes(100)
        #expect(try AgeFile.seal(plain, for: [ada.recipient]) != AgeFile.seal(plain, for: [ada.recipient]))
        #expect(throws: RecordingError.self) { try AgeFile.seal(plain, for: []) }
    }

    @Test(arguments: [1_000, 65_536, 70_000])
    func holdsTheSameInWhateverPiecesItIsWritten(size: Int) throws {
        let plain = Self.bytes(200_000)
        var writer = try AgeWriter(for: [ada.recipient])
        var file = writer.beginning
        for start in stride(from: 0, to: plain.count, by: size) {
            try plain[start..<min(start + size, plain.count)].withUnsafeBytes { try writer.add($0) { file += $0 } }
        }
        try writer.finish { file += $0 }
        #expect(try AgeFile.open(file, by: [ada]) == plain)
    }

    // MARK: Files that are not as they were written

    @Test("No file that is cut off opens", arguments: sizes)
    func aCutFileIsRefused(size: Int) throws {
        let file = try AgeFile.seal(Self.bytes(size), for: [ada.recipient])
        let start = try AgeHeader(parsing: file).count
        let ends = stride(from: start + 16, to: file.count, by: 65_552)
        let borders = ends.flatMap { end in [-1, 0, 1, 15, 16, 17].map { end + $0 } }
        let others: [Int] = [0, 1, 21, 22, start - 1, start, start + 15, file.count - 17, file.count - 16, file.count - 1]
        for count in Set(others + borders) where count < file.count {
            let error = refusal(Array(file[..<count]))
            #expect(error?.code == .damaged, "cut to \(count) of \(file.count)")
            #expect(error?.advice != nil)
        }
    }

    @Test func tellsACutAtTheEndOfAChunk() throws {
        let file = try AgeFile.seal(Self.bytes(140_000), for: [ada.recipient])
        let start = try AgeHeader(parsing: file).count + 16
        for count in 1...2 {
            let error = refusal(Array(file[..<(start + count * 65_552)]))
            #expect(error?.message.contains("it ends after \(count * 65_536) bytes, and is cut off") == true)
        }
    }

    @Test func refusesChunksInAnotherOrderOrTwice() throws {
        let file = try AgeFile.seal(Self.bytes(200_000), for: [ada.recipient])
        let start = try AgeHeader(parsing: file).count + 16
        let chunks = stride(from: start, to: file.count, by: 65_552).map { Array(file[$0..<min($0 + 65_552, file.count)]) }
        let head = Array(file[..<start])
        #expect(chunks.count == 4)
        for order in [[1, 0, 2, 3], [0, 0, 2, 3], [0, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 0], [3], [0, 1, 2], [1, 2, 3]] {
            #expect(refusal(head + order.flatMap { chunks[$0] })?.code == .damaged, "\(order)")
        }
        #expect(try AgeFile.open(head + chunks.flatMap(\.self), by: [ada]).count == 200_000)
    }

    @Test("An empty chunk behind a full one is no end, even if it is sealed as the last")
    func onlyTheLastChunkIsTheLast() throws {
        let key = AgeFileKey()
        let nonce = Self.bytes(16)
        let head = try AgeHeader(of: key, for: [ada.recipient]).bytes + nonce
        let payload = AgePayload(key, nonce: nonce)
        let full = Self.bytes(65_536)
        let first = try payload.seal(full, number: 0, isLast: false)
        let rest = try payload.seal([1], number: 1, isLast: true)
        #expect(try AgeFile.open(head + first + rest, by: [ada]) == full + [1])
        #expect(try AgeFile.open(head + payload.seal([], number: 0, isLast: true), by: [ada]).isEmpty)

        #expect(refusal(try head + first + payload.seal([], number: 1, isLast: true))?.message.contains("empty chunk") == true)
        #expect(refusal(try head + payload.seal(full, number: 0, isLast: true) + rest)?.message.contains("appended") == true)
        #expect(refusal(try head + payload.seal([1], number: 0, isLast: false))?.message.contains("cut off") == true)
        #expect(refusal(try head + first + payload.seal([1], number: 2, isLast: true))?.code == .damaged)
    }

    @Test("Two thousand files with something changed: none opens")
    func aChangedFileIsRefused() throws {
        var random = SeededGenerator(seed: 57)
        let files = try [0, 40, 3_000, 70_000].map { try AgeFile.seal(Self.bytes($0), for: [ada.recipient, bob.recipient]) }
        for number in 0..<2_000 {
            let original = files[number % files.count]
            // Half of the changes are in the header and the first bytes behind it.
            let place = random.below(number % 8 < 4 ? min(original.count, 400) : original.count)
            var file = original
            switch random.below(6) {
            case 0: file[place] ^= 1 << UInt8(random.below(8))
            case 1: file[place] = UInt8(random.below(256))
            case 2: file.remove(at: place)
            case 3: file.insert(UInt8(random.below(256)), at: place)
            case 4: file.removeLast(1 + random.below(file.count))
            default: file += Self.bytes(1 + random.below(40), seed: UInt64(number))
            }
            if file == original { continue }
            guard let code = refusal(file)?.code else { continue }
            #expect([.damaged, .noKey, .unsupported].contains(code), "change \(number) at \(place)")
        }
    }

    @Test func refusesTheContentsOfAnotherFile() throws {
        let (one, two) = (try AgeFile.seal([1, 2, 3], for: [ada.recipient]), try AgeFile.seal([4, 5, 6], for: [ada.recipient]))
        let (first, second) = (try AgeHeader(parsing: one).count, try AgeHeader(parsing: two).count)
        #expect(refusal(Array(one[..<first] + two[second...]))?.code == .damaged)
    }

    // MARK: Headers

    private static let noCode = "--- " + String(repeating: "A", count: 43) + "\n"

    @Test(arguments: [
        noCode,  // for nobody
        "-> X25519 AA=\nAA==\n" + noCode,
        "-> X25519 AA\nAB\n" + noCode,  // bits behind the last byte
        "->  X25519 AA\nAA\n" + noCode,
        "-> \nAA\n" + noCode,
        "-> X25519 \u{e4}\nAA\n" + noCode,
        "-> X25519 AA\r\nAA\r\n" + noCode,
        "-> X25519 AA\n" + String(repeating: "A", count: 68) + "\n" + noCode,
        "-> X25519 AA\nAA\n---\n",
        "-> X25519 AA\nAA\n--- AA\n",
        "-> X25519 AA\n",
    ])
    func refusesAHeaderThatIsNone(text: String) {
        #expect(refusal(Array("age-encryption.org/v1\n\(text)".utf8))?.code == .damaged)
    }

    @Test(arguments: ["", "age", "age-encryption.org/v1", "PK\u{3}\u{4}"])
    func refusesAFileThatIsNone(text: String) { #expect(refusal(Array(text.utf8))?.code == .damaged) }

    private static let share = "TEiF0ypqr+bpvcqXNyCVJpL7OuwPdVwPL7KQEbFDOCc"
    private static let body = String(repeating: "A", count: 43)

    @Test(arguments: [
        "\(share) more\n\(body)", "\(share)\nAAAA", "AAAA\n\(body)", "\n\(body)",
        "\(body)\n\(body)",  // a share of zeros: the same for every key
    ])
    func refusesAKeyThatCanNotHaveBeenWrapped(stanza: String) {
        let file = Array("age-encryption.org/v1\n-> X25519 \(stanza)\n\(Self.noCode)".utf8) + Self.bytes(40)
        #expect(refusal(file)?.code == .damaged)
    }

    @Test func passesOverWaysThatItDoesNotKnow() throws {
        let key = AgeFileKey()
        let known = try key.wrapped(for: ada.recipient)
        let others = [("grease", 100), ("empty", 0), ("lines", 96)].map { name, count in
            AgeHeader.Stanza(words: [name, "a", "b"], body: Self.bytes(count))  // of 96 bytes, two whole lines, and an empty one ends them
        }
        let covered = Array("age-encryption.org/v1\n".utf8) + (others + [known]).flatMap(\.text) + Array("---".utf8)
        let code = AgeCipher.authentication(of: covered, key: key.ofHeader)
        let nonce = Self.bytes(16)
        let file =
            try covered + Array(" ".utf8) + Base64.text(code) + Array("\n".utf8) + nonce
            + AgePayload(key, nonce: nonce).seal([1, 2], number: 0, isLast: true)
        #expect(try AgeHeader(parsing: file).stanzas.map(\.body) == (others + [known]).map(\.body))
        #expect(try AgeFile.open(file, by: [eve, ada]) == [1, 2])
    }

    @Test func saysWhatToDoWithOtherFilesOfAge() {
        let passphrase = "age-encryption.org/v1\n-> scrypt bBjlhJVYZeE4aqUdmtRHfw 18\nAAAA\n\(Self.noCode)"
        let words = refusal(Array(passphrase.utf8)).map { "\($0)" }
        #expect(words?.contains("sealed with a passphrase, which is not read. Open it with `age --decrypt`") == true)
        #expect(refusal(Array("age-encryption.org/v2\n-> X\n".utf8))?.code == .unsupported)
        #expect(refusal(Array("-----BEGIN AGE ENCRYPTED FILE-----\n".utf8))?.message.contains("as text") == true)
    }
}
