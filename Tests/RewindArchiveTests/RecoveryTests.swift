import Foundation
import RewindFormat
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@testable import RewindArchive

@Suite("Recovering", .timeLimit(.minutes(5))) struct RecoveryTests {
    let folder = TemporaryFolder()

    /// A sealed recording of three segments, and where each entry's bytes end in the file.
    private func sealed(_ fixture: LiveFixture = LiveFixture()) throws -> (bytes: [UInt8], ends: [String: Int]) {
        try Sealing().seal(fixture.write(in: folder), to: folder.path("whole.rewind"))
        let bytes = try folder.read("whole.rewind")
        let entries = try ArchiveReader(path: folder.path("whole.rewind")).directory.entries
        return (bytes, Dictionary(uniqueKeysWithValues: entries.map { ($0.name, Int($0.content.upperBound) + 16) }))  // 16: the descriptor
    }

    @Test func aBundleThatIsWholeGivesTheSameBytesAgainAndAgain() throws {
        let (bytes, _) = try sealed()
        try Sealing().recover(folder.path("whole.rewind"), to: folder.path("b.rewind"))
        #expect(try folder.read("b.rewind") == bytes)
    }

    @Test func aFileWhoseNameIsThatOfAStreamButForCapitalsIsLeftOut() throws {
        _ = try sealed()
        let reader = try ArchiveReader(path: folder.path("whole.rewind"))
        var entries: [ZipBuilder.Entry] = []
        for entry in reader.directory.entries {
            var text = String(decoding: try reader.read(entry.name), as: UTF8.self)
            // Damage elsewhere, so that the file is not taken as it is.
            if entry.name == "segments/000001/actions.ndjson" { text = text.replacingOccurrences(of: "increment", with: "decrement") }
            entries.append(
                ZipBuilder.Entry(entry.name == "segments/000000/states.ndjson" ? "segments/000000/statEs.ndjson" : entry.name, text))
            if entry.name == "segments/000000/states.ndjson" { entries.append(ZipBuilder.Entry("readme.TXT", "mine")) }
        }
        try folder.write(ZipBuilder(entries).bytes, to: "flipped.rewind")
        let recovered = try Sealing().recover(folder.path("flipped.rewind"), to: folder.path("r.rewind"))
        #expect(try recovered.segments.flatMap { try recovered.segment($0.index).actions.map(\.step) } == Array(1...12))
    }

    /// The directory has the name a second time; without it, the letters that are left tell.
    @Test(arguments: [true, false], [0xF3, 0x72])
    func aDamagedStreamWhoseNameIsDamagedTooKeepsItsWholeLines(hasDirectory: Bool, letter: UInt8) throws {
        var (bytes, ends) = try sealed()
        let name = Array("segments/000001/actions.ndjson".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes[start] = letter
        let end = try #require(ends["segments/000001/actions.ndjson"]) - 16
        bytes[end - 12] ^= 0xFF
        if !hasDirectory { bytes.removeSubrange((try #require(ends.values.max()))...) }
        try folder.write(bytes, to: "damaged.rewind")
        let recovered = try Sealing().recover(folder.path("damaged.rewind"), to: folder.path("r.rewind"))
        #expect(recovered.losses.all.contains { $0.reason?.kind == .damaged && $0.reason?.entry == "segments/000001/actions.ndjson" })
        let place = try #require(recovered.segments.firstIndex { $0.index == 1 })
        #expect(try !recovered.segment(recovered.segments[place].index).actions.isEmpty)
    }

    @Test("Recovering a bundle cut anywhere gives every line before the cut and names the steps lost")
    func recoveringACutBundleKeepsLinesBeforeTheCut() throws {
        let (bytes, ends) = try sealed()
        var sealing = Sealing()
        sealing.overwrites = true
        let whole = try openRecording(at: folder.path("whole.rewind"))
        let segments = try (0..<3).map { try whole.segment($0) }
        var cutInside: Set<String> = []
        let manifestEnd = try #require(ends["manifest.json"])
        for length in stride(from: 0, to: bytes.count, by: 11) {
            if (manifestEnd - 4..<manifestEnd).contains(length) { continue }  // whole or not, by the zeros below
            try folder.write(Array(bytes[..<length]), to: "cut.rewind")
            guard length >= manifestEnd else {
                #expect(throws: RecordingError.self) { try sealing.recover(folder.path("cut.rewind"), to: folder.path("r.rewind")) }
                continue
            }
            // The last bytes of a descriptor are zeros, and may be missing.
            func isWhole(_ stream: String, _ slack: Int) -> Set<Int> {
                Set((0..<3).filter { length + slack >= ends["segments/00000\($0)/\(stream).ndjson"] ?? .max })
            }
            let recovered = try sealing.recover(folder.path("cut.rewind"), to: folder.path("r.rewind"))
            let indices = Set(recovered.segments.map(\.index))
            let wholeActions = isWhole("actions", 0)
            let cutActions = isWhole("actions", 4).count  // the one that may be there in part
            #expect(indices.isSuperset(of: wholeActions) && indices.isSubset(of: Set(0...cutActions)), "cut to \(length)")
            var lost: Set<Int> = Set(1...12)
            for index in indices {
                let segment = try recovered.segment(index)
                #expect(segments[index].journal.starts(with: segment.journal), "cut to \(length)")
                #expect(segments[index].states.starts(with: segment.states), "cut to \(length)")
                if wholeActions.contains(index) { #expect(segment.journal == segments[index].journal) }
                if isWhole("states", 0).contains(index) { #expect(segment.states.count == 5) }
                if (1..<4).contains(segment.journal.count) { cutInside.insert("actions") }
                if (1..<5).contains(segment.states.count) { cutInside.insert("states") }
                lost.subtract(segment.states.map(\.step))
            }
            if isWhole("states", 4).count < 3 { #expect(!recovered.losses.isEmpty) }
            if isWhole("states", 0).count == 3 { #expect(recovered.losses.isEmpty) }
            #expect(lost == steps(of: recovered.losses.all), "cut to \(length)")
            let first = try folder.read("r.rewind")
            try sealing.recover(folder.path("r.rewind"), to: folder.path("again.rewind"))
            #expect(try folder.read("again.rewind") == first, "cut to \(length)")
        }
        #expect(cutInside == ["actions", "states"])
    }

    /// The steps that losses name.
    private func steps(of losses: [Loss]) -> Set<Int> {
        losses.reduce(into: []) { steps, loss in steps.formUnion(loss.steps.map { Array($0) } ?? []) }
    }

    @Test func whatAHashConfirmsWinsAgainstWhatNoneDoes() throws {
        _ = try sealed()
        let whole = try openRecording(at: folder.path("whole.rewind"))
        try unpack(folder.path("whole.rewind"), to: folder.path("unpacked"))
        // The first segment leads to another state than that.
        let name = "unpacked/segments/000001/states.ndjson"
        let damaged = String(decoding: try folder.read(name), as: UTF8.self).replacing(
            #/"keyframe":{"count":4}/#, with: #""keyframe":{"count":9}"#)
        try folder.write(Array(damaged.utf8), to: name)
        let recovered = try Sealing().recover(folder.path("unpacked"), to: folder.path("r.rewind"))
        #expect(try recovered.segment(0).states.map { "\($0)" } == whole.segment(0).states.map { "\($0)" })
        #expect(try recovered.segment(1).states.map { "\($0)" } == whole.segment(1).states.dropFirst().map { "\($0)" })
    }

    @Test(arguments: [["-fz"], ["-P", "password"]])
    func aZipThatNoBundleIsGivesAllOfItOrTheReason(options: [String]) throws {
        _ = try sealed()
        let whole = try openRecording(at: folder.path("whole.rewind"))
        try unpack(folder.path("whole.rewind"), to: folder.path("bug"))
        let run = try Program.installed("zip").run(["-qr"] + options + ["../again.zip", "."], in: folder.path("bug"))
        #expect(run.status == 0, "\(run)")
        do {
            let recovered = try Sealing().recover(folder.path("again.zip"), to: folder.path("r.rewind"))
            #expect(try contents(of: recovered) == contents(of: whole))
            #expect(recovered.losses.isEmpty)
        } catch let error as RecordingError {
            #expect(options[0] == "-P" && error.message == "the entry is encrypted", "\(error)")
        }
    }

    @Test func aManifestUnderADamagedNameIsFoundByWhatItIsAndIsNoOtherFile() throws {
        let (bytes, _) = try sealed()
        try folder.write(bytes, to: "whole.rewind")
        let whole = try openRecording(at: folder.path("whole.rewind"))
        let name = Array(Manifest.entryName.utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        var sealing = Sealing()
        sealing.overwrites = true
        var recovered = 0
        for bit in 0..<(name.count * 8) {
            var damaged = bytes
            damaged[start + bit / 8] ^= 1 << UInt8(bit % 8)
            try folder.write(damaged, to: "damaged.rewind")
            guard let found = try? sealing.recover(folder.path("damaged.rewind"), to: folder.path("r.rewind")) else { continue }
            #expect(Set(found.source.names).isSubset(of: whole.source.names), "bit \(bit)")
            if found.losses.isEmpty {
                recovered += 1
                #expect(found.manifest.segments == whole.manifest.segments)
            }
        }
        #expect(recovered > 50)
    }

    @Test func aStreamThatIsCutOffSaysHowManyOfItsLinesAreKept() throws {
        let (bytes, ends) = try sealed(LiveFixture(segments: 1, stepsPerSegment: 40))
        let end = try #require(ends["segments/000000/actions.ndjson"])
        try folder.write(Array(bytes[..<(end - 60)]), to: "cut.rewind")
        let recovered = try Sealing().recover(folder.path("cut.rewind"), to: folder.path("r.rewind"))
        let last = try #require(recovered.steps?.upperBound)
        #expect((2..<40).contains(last))
        #expect(
            recovered.losses.all == [
                .kept(last, of: "segments/000000/actions.ndjson", .cutOff), Loss(.actions, of: (last + 1)...40),
                Loss(.states, of: 1...last),
            ])
        // How long the app went on after the last step that is left says nothing of how quiet it was.
        #expect(recovered.lacksLastTimes && recovered.quietAtEnd == nil)
    }

    @Test func theSameGoesForAFileOfAFolder() throws {
        let (bytes, _) = try sealed(LiveFixture(segments: 1, stepsPerSegment: 40))
        try folder.write(bytes, to: "whole.rewind")
        let (actions, states) = ("unpacked/segments/000000/actions.ndjson", "unpacked/segments/000000/states.ndjson")
        try unpack(folder.path("whole.rewind"), to: folder.path("unpacked"))
        let whole = try (actions: folder.read(actions), states: folder.read(states))
        try folder.write(Array(whole.actions.prefix(whole.actions.count / 2)), to: actions)
        let first = try Sealing().recover(folder.path("unpacked"), to: folder.path("first.rewind"))
        let last = try #require(first.segment(0).actions.last?.step)
        #expect((10..<30).contains(last) && first.steps == 1...40)
        #expect(
            first.losses.all == [
                .kept(last, of: "segments/000000/actions.ndjson", .cutOff), Loss(.actions, of: (last + 1)...40),
            ])
        // Both are too short.
        try folder.write(Array(whole.states.dropLast(1)), to: states)
        let both = try Sealing().recover(folder.path("unpacked"), to: folder.path("both.rewind"))
        #expect(
            both.losses.all == [
                .kept(last, of: "segments/000000/actions.ndjson", .cutOff), .kept(40, of: "segments/000000/states.ndjson", .cutOff),
                Loss(.actions, of: (last + 1)...40),
            ])
        // One that is longer is not what it was, and its lines are.
        try folder.write(whole.actions + [0x0A], to: actions)
        let longer = try Sealing().recover(folder.path("unpacked"), to: folder.path("longer.rewind"))
        #expect(try longer.segment(0).actions.count == 40)
        #expect(longer.losses.all.first == .kept(40, of: "segments/000000/actions.ndjson"))
    }

    @Test("A stream cut off and damaged before the cut gives nothing behind the damage")
    func aDamagedCutStreamGivesNothingBehindTheDamage() throws {
        var (bytes, ends) = try sealed(LiveFixture(segments: 1, stepsPerSegment: 40))
        let end = try #require(ends["segments/000000/actions.ndjson"])
        let start = try #require(ends["manifest.json"])
        bytes = Array(bytes[..<(end - 30)])
        for index in stride(from: start + 70, to: bytes.count, by: 2) { bytes[index] = 0xFF }
        try folder.write(bytes, to: "cut.rewind")
        let recovered = try Sealing().recover(folder.path("cut.rewind"), to: folder.path("r.rewind"))
        #expect(!recovered.losses.isEmpty)
        #expect((recovered.steps?.count ?? 0) < 40)
    }

    @Test func aBundleWithDamageInTheMiddleLosesThatSegmentOnly() throws {
        var (bytes, _) = try sealed()
        let entries = try ArchiveReader(path: folder.path("whole.rewind")).directory.entries
        let states = try #require(entries.first { $0.name == "segments/000001/states.ndjson" })
        bytes[Int(states.content.lowerBound) + 5] ^= 0xFF
        try folder.write(bytes, to: "damaged.rewind")
        let recovered = try Sealing().recover(folder.path("damaged.rewind"), to: folder.path("r.rewind"))
        #expect(recovered.segments.map(\.index) == [0, 1, 2])
        #expect(recovered.losses.all == [Loss(.states, of: 5...7)])  // 8: the next keyframe
        #expect(try recovered.segment(1).actions.count == 4)
        #expect(recovered.manifest.unknown["futureMember"] == ["kept": true])

        let actions = try #require(entries.first { $0.name == "segments/000001/actions.ndjson" })
        bytes[Int(actions.content.lowerBound) + 5] ^= 0xFF
        try folder.write(bytes, to: "damaged.rewind")
        let less = try Sealing().recover(folder.path("damaged.rewind"), to: folder.path("r2.rewind"))
        #expect(less.segments.map(\.index) == [0, 2])
        #expect(less.losses.all == [Loss(.actions, of: 5...8), Loss(.states, of: 5...7)])
    }

    @Test func aFlippedBitInTheHeaderOfAStreamCostsNoLine() throws {
        let (bytes, _) = try sealed(LiveFixture(segments: 1, stepsPerSegment: 2))
        let entries = try ArchiveReader(path: folder.path("whole.rewind")).directory.entries
        let actions = try #require(entries.first { $0.name == "segments/000000/actions.ndjson" })
        let start = try #require(bytes[..<Int(actions.content.lowerBound)].lastIndex(of: UInt8(ascii: "P")))
        var sealing = Sealing()
        sealing.overwrites = true
        // All but what an entry is found by: the signature, the method, the lengths of name and extra fields, a name that files may have.
        for place in Array(4..<8) + Array(10..<26) + Array(30..<(Int(actions.content.lowerBound) - start)) where place != 46 {
            var flipped = bytes
            flipped[start + place] ^= 1
            try folder.write(flipped, to: "flipped.rewind")
            let recovered = try sealing.recover(folder.path("flipped.rewind"), to: folder.path("r.rewind"))
            #expect(try recovered.segment(0).actions.map(\.step) == [1, 2], "byte \(place) of the header")
        }
    }

    @Test func aLineWithANumberOutOfItsSegmentDoesNotCostTheNextSegment() throws {
        _ = try sealed()
        let entries = try ArchiveReader(path: folder.path("whole.rewind")).directory.entries
        let reader = try ArchiveReader(path: folder.path("whole.rewind"))
        let altered = try entries.map { entry in
            var text = String(decoding: try reader.read(entry.name), as: UTF8.self)
            if entry.name == "segments/000000/actions.ndjson" {
                text = text.replacingOccurrences(of: #""step":3,"#, with: #""step":3000,"#)
            }
            return ZipBuilder.Entry(entry.name, text)
        }
        try folder.write(ZipBuilder(altered).bytes, to: "altered.rewind")
        let recovered = try Sealing().recover(folder.path("altered.rewind"), to: folder.path("r.rewind"))
        #expect(try recovered.segments.flatMap { try recovered.segment($0.index).actions.map(\.step) } == [1, 2] + Array(4...12))
        #expect(recovered.losses.all.contains { $0.steps == 3...3 && $0.reason == nil }, "\(recovered.losses.all)")
    }

    @Test func aBundleWithoutItsManifestGivesWhatTheLinesTell() throws {
        var (bytes, ends) = try sealed()
        bytes[try #require(ends["manifest.json"]) - 30] ^= 0xFF
        try folder.write(bytes, to: "damaged.rewind")
        let recovered = try Sealing().recover(folder.path("damaged.rewind"), to: folder.path("r.rewind"))
        #expect(recovered.steps == 1...12)
        #expect(recovered.manifest.ending.how == .unknown)
        #expect(recovered.manifest.stores.map(\.name) == ["main"])
        #expect(recovered.losses.all == [.manifest])
    }

    @Test("Recovering a bundle with a bit flipped gives the same steps or names what is missing")
    func aFlippedBitChangesNoStepUnnoticed() throws {
        let (bytes, _) = try sealed(LiveFixture(segments: 2, stepsPerSegment: 2))
        let whole = try contents(of: openRecording(at: folder.path("whole.rewind")))
        var sealing = Sealing()
        sealing.overwrites = true
        for index in stride(from: 0, to: bytes.count, by: 5) {
            var flipped = bytes
            flipped[index] ^= 1 << (index % 8)
            try folder.write(flipped, to: "flipped.rewind")
            let recovered = try sealing.recover(folder.path("flipped.rewind"), to: folder.path("r.rewind"))
            #expect(try contents(of: recovered) == whole || !recovered.losses.isEmpty, "byte \(index)")
        }
    }

    @Test func aContentThatLooksLikeAnEntryIsNone() throws {
        let inner = ZipBuilder(.init("segments/000007/actions.ndjson", "{\"step\":99,\"t\":1,\"type\":\"evil\"}\n")).bytes
        var fixture = LiveFixture(segments: 1)
        fixture.attachments = ["inner.zip": inner]
        var (bytes, _) = try sealed(fixture)
        bytes.removeLast(5)
        try folder.write(bytes, to: "cut.rewind")
        let recovered = try Sealing().recover(folder.path("cut.rewind"), to: folder.path("r.rewind"))
        #expect(recovered.segments.map(\.index) == [0])
        #expect(try recovered.source.read("attachments/inner.zip") == inner)
    }

    @Test func theDirectoryOfAnAppThatDiedGivesABundleAndStays() throws {
        let live = try LiveFixture(ending: Ending(.recording)).write(in: folder)
        let recovered = try Sealing().recover(live, to: folder.path("r.rewind"))
        #expect(recovered.steps == 1...12)
        #expect(recovered.manifest.ending.how == .died)
        #expect(FileManager.default.fileExists(atPath: live + "/manifest.json"))
    }

    @Test(arguments: ["", "a text", "PK\u{3}\u{4} and nothing else of a zip in here at all"])
    func whatHoldsNothingOfARecordingIsRefused(_ text: String) throws {
        let path = try folder.write(Array(text.utf8), to: "it")
        let error = #expect(throws: RecordingError.self) { try Sealing().recover(path, to: folder.path("r.rewind")) }
        #expect(error?.advice == "The file contains no intact part of a recording")
        #expect(folder.contents == ["it"])
    }

    @Test func aRecordingFromTheFutureIsNotMadePoorer() throws {
        var writer = try ArchiveWriter(path: folder.path("it"))
        try writer.add("manifest.json", Array(#"{"format":{"major":2,"minor":0}}"#.utf8))
        try writer.finish(replacing: false)
        let error = #expect(throws: RecordingError.self) { try Sealing().recover(folder.path("it"), to: folder.path("r.rewind")) }
        #expect(error?.code == .unsupported)
    }

    @Test func theInputIsNeverTheOutput() throws {
        let (bytes, _) = try sealed()
        var sealing = Sealing()
        sealing.overwrites = true
        let path = folder.path("whole.rewind")
        let error = #expect(throws: RecordingError.self) { try sealing.recover(path, to: folder.path("./whole.rewind")) }
        #expect(error?.code == .invalidRequest)
        #expect(try folder.read("whole.rewind") == bytes)
    }
}

extension Loss {
    /// That of a damaged stream some lines are kept.
    static func kept(_ count: Int, of entry: String, _ kind: Reason.Kind = .damaged) -> Loss {
        var loss = Loss.damage(kind, to: entry)
        loss.reason?.kept = count
        return loss
    }
}
