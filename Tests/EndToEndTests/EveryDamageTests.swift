import Foundation
import RewindArchive
import RewindFormat
import RewindJournal
import RewindValue
import TestSupport
import Testing

/// Every place where a recording can be cut and every bit of it that can be flipped, read through the libraries.
///
/// A sample in every run; `REWIND_LONG=1 swift test -c release -Xswiftc -enable-testing --filter EveryDamageTests` is all of them.
@Suite(
    "A recording damaged anywhere is refused, or is a part of the original that names what is missing",
    .timeLimit(.minutes(Effort.isLong ? 600 : 5)))
struct EveryDamageTests {
    /// The share of the work that a test case does, so that cases run beside each other.
    static let shares = Array(0..<4)

    private let folder = TemporaryFolder()

    private enum Kind: CaseIterable { case cut, flip }

    /// The damaged forms of a file: cut at a byte, or with one bit flipped.
    private func damages(of whole: [UInt8], _ kind: Kind, share: Int, sample: Int) -> [(name: String, bytes: () -> [UInt8])] {
        let range = 0..<(kind == .cut ? whole.count : whole.count * 8)
        return Effort.numbers(in: range, sample: sample).enumerated().filter { $0.offset % Self.shares.count == share }.map { _, number in
            switch kind {
            case .cut: ("cut to \(number) of \(whole.count) bytes", { Array(whole[..<number]) })
            case .flip:
                (
                    "bit \(number % 8) of byte \(number / 8) flipped",
                    {
                        var bytes = whole
                        bytes[number / 8] ^= 1 << (number % 8)
                        return bytes
                    }
                )
            }
        }
    }

    /// Changes to what was read that the comparison has to notice.
    private static let lies: [(String, @Sendable (inout Reading) -> Void)] = [
        ("another action at step 5", { $0.actions[5]?.type = "evil" }),
        ("another action at step 9999", { $0.actions[9999] = $0.actions[1] }),
        ("another state of cart after step 4", { $0.states[.init(store: "cart", step: 4)] = 1 }),
        ("other contents of attachments/photo.bin", { $0.attachments["attachments/photo.bin"]?[0] ^= 1 }),
        ("the action of step 7 is missing, and nothing says so", { $0.actions[7] = nil }),
        ("the action of step 3 is there, and said to be missing", { $0.losses = [Loss(.actions, of: 3...3)] }),
        ("the state of main after step 8 is not known, and nothing says why", { $0.states[.init(store: "main", step: 8)] = nil }),
        ("the state after step 2 is known, and said to be missing", { $0.losses = [Loss(.states, of: 2...3)] }),
        ("attachments/photo.bin is missing, and nothing says so", { $0.attachments["attachments/photo.bin"] = nil }),
        ("another manifest", { $0.manifest.title = "evil" }),
    ]

    @Test(arguments: lies.indices) func theComparisonNoticesEveryLie(_ index: Int) throws {
        let (words, lie) = Self.lies[index]
        var sample = Sample(journalBytes: 8 << 10)
        sample.attachment = [1, 2, 3]
        _ = try sample.sealed(in: folder)
        let original = try Reading(openRecording(at: folder.path("whole.rewind")))
        #expect(original.violation(of: original) == nil)
        #expect(original.states.count == 2 * (original.actions.count + 1))
        var reading = original
        lie(&reading)
        #expect(reading.violation(of: original)?.hasPrefix(words) == true, "\(reading.violation(of: original) ?? "nothing noticed")")
    }

    @Test(arguments: ["actions", "states"], shares)
    func aRecordingThatIsCutInItsJournal(_ stream: String, _ share: Int) throws {
        try damageJournal(Sample(journalBytes: 64 << 10), stream, .cut, share)
    }

    @Test(arguments: ["actions", "states"], shares)
    func aRecordingWithABitOfItsJournalFlipped(_ stream: String, _ share: Int) throws {
        try damageJournal(Sample(journalBytes: 16 << 10, textLimit: 400, width: 4), stream, .flip, share)
    }

    /// Damages one stream of a live directory; a journal is never refused, as long as the manifest is there.
    private func damageJournal(_ sample: Sample, _ stream: String, _ kind: Kind, _ share: Int) throws {
        let live = try sample.live(in: folder)
        let original = try Reading(Recording(directory: live))
        #expect(original.losses == [])
        let path = "\(live)/segments/000000/\(stream).ndjson"
        let whole = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        var tally = Tally()
        for damage in damages(of: whole, kind, share: share, sample: 48) {
            try Data(damage.bytes()).write(to: URL(fileURLWithPath: path))
            let reading = try Reading(Recording(directory: live))
            tally.add(reading, of: original, damage.name)
            if tally.count % 64 == 1 {
                var sealing = Sealing()
                sealing.overwrites = true
                let sealed = try Reading(sealing.seal(live, to: folder.path("sealed.rewind")))
                #expect(sealed.actions == reading.actions && sealed.states == reading.states, "\(damage.name): sealed")
                #expect(sealed.losses == reading.losses, "\(damage.name): sealed")
            }
        }
        tally.say("\(stream) stream of \(whole.count) bytes, \(kind), share \(share)")
    }

    @Test(arguments: shares)
    func aRecordingThatIsOneFileAndCut(_ share: Int) throws {
        try damageBundle(Sample(journalBytes: 24 << 10, segments: 4), .cut, share, sample: 24)
    }

    @Test(arguments: shares)
    func aRecordingThatIsOneFileWithABitFlipped(_ share: Int) throws {
        try damageBundle(Sample(journalBytes: 5 << 10, segments: 2, textLimit: 300, width: 4), .flip, share, sample: 60)
    }

    private func damageBundle(_ sample: Sample, _ kind: Kind, _ share: Int, sample count: Int) throws {
        var random = SeededGenerator(seed: Effort.seed)
        var sample = sample
        sample.attachment = Array(Sample.text(700, &random).utf8)
        let whole = try sample.sealed(in: folder)
        let original = try Reading(openRecording(at: folder.path("whole.rewind")))
        let path = folder.path("damaged.rewind")
        var sealing = Sealing()
        sealing.overwrites = true
        var tally = Tally()
        for damage in damages(of: whole, kind, share: share, sample: count) {
            try folder.write(damage.bytes(), to: "damaged.rewind")
            do {
                let reading = try Reading(openRecording(at: path))
                #expect(reading == original, "\(damage.name): read, but not as before")
                tally.add(reading, of: original, damage.name)
                continue
            } catch {
                #expect(error is RecordingError, "\(damage.name): \(error)")
            }
            do {
                tally.add(try Reading(sealing.recover(path, to: folder.path("recovered.rewind"))), of: original, damage.name)
            } catch let error as RecordingError {
                #expect(!error.message.isEmpty && error.path != nil, "\(damage.name): \(error)")
                tally.refused += 1
            }
        }
        tally.say("bundle of \(whole.count) bytes, \(kind), share \(share)")
        if kind == .flip { #expect(tally.refused == 0, "one bit never costs a whole bundle") }
    }
}

/// How often a damaged recording gave what.
private struct Tally {
    var refused = 0
    private var identical = 0
    private var partial = 0

    var count: Int { refused + identical + partial }

    mutating func add(_ reading: Reading, of original: Reading, _ context: String) {
        let violation = reading.violation(of: original)
        #expect(violation == nil, "\(context)")
        if reading.actions == original.actions, reading.states == original.states { identical += 1 } else { partial += 1 }
    }

    func say(_ what: String) {
        #expect(count > 0)
        if Effort.isLong { print("\(what): \(identical) identical, \(partial) in part with a report, \(refused) refused, none else") }
    }
}
