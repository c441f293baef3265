import Foundation
import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("The golden bundles", .timeLimit(.minutes(5))) struct GoldenTests {
    let folder = TemporaryFolder()

    /// `Fixtures/golden/make` runs this; a released version's bundle is never made again.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["REWIND_GOLDEN"] == "make")) func areMade() throws {
        try Golden.make(in: Golden.folder, scratch: folder.path)
    }

    @Test func ofVersion1HasEveryStateThatTheAppHad() throws {
        let recording = try openRecording(at: Golden.path("v1.rewind"))
        #expect(recording.losses.isEmpty)
        #expect(recording.notes == [])
        #expect(recording.segments.count >= 2)
        let timeline = try Timeline(recording)
        let text = String(decoding: try ArchiveReader(path: Golden.path("v1.expected.zip")).read("expected.ndjson"), as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(timeline.steps == 0...lines.count)
        for line in lines {
            let expected = try JSONValue(parsing: String(line))
            let number = try #require(expected["step"]?.int)
            let step = try #require(try timeline.step(at: number))
            #expect(step.store == expected["store"]?.string)
            switch (try timeline.state(at: number), expected["state"]) {
            case (.known(let state), let wanted?): #expect(withoutToken(state) == withoutToken(wanted), "step \(number)")
            case (.unknown, nil): break
            case (let answer, let wanted): Issue.record("step \(number) is \(answer) instead of \(String(describing: wanted))")
            }
        }
    }

    /// A state without what the recorder may not write.
    private func withoutToken(_ state: JSONValue) -> JSONValue {
        guard var members = state.object else { return state }
        members["sessionToken"] = nil
        return .object(members)
    }

    @Test func ofVersion1HasAStepOfEveryKind() throws {
        let recording = try openRecording(at: Golden.path("v1.rewind"))
        let timeline = try Timeline(recording)
        func step(_ number: Int) throws -> Step? { try timeline.step(at: number) }
        #expect(try step(1)?.site == "Shop.swift:7")
        #expect(try step(3)?.cause == 1)
        #expect(try step(5)?.line?.redacted == [JSONPointer(tokens: ["signIn", "token"])])
        #expect(try step(7)?.outcome == .failed("the shop is closed"))
        #expect(try step(8)?.type == ActionLine.external)
        #expect(try step(9)?.action?.jsonText.utf8.count ?? 0 > 64 << 10)
        #expect(try step(11)?.line?.error?.contains("it is broken") == true)
        #expect(try step(1_113)?.outcome == .merged(1_037...1_113, step(1_113)?.patch))
        #expect(recording.manifest.counts.external == 1)
        #expect(recording.manifest.counts.swallowed == 1)
        #expect(recording.manifest.counts.failed == 1)
        #expect(recording.manifest.counts.merged == 76)
        #expect(recording.manifest.stores.map(\.name) == ["main", "cart"])
        #expect(recording.manifest.stores.map(\.action) == ["WholePathTests.ShopAction", "WholePathTests.CartAction"])
        let shape = try #require(recording.manifest.types["WholePathTests.Cart"].flatMap(TypeShape.init(json:)))
        #expect(shape == TypeShape(.struct, [.init("count", "Swift.Int"), .init("largest", "Swift.UInt64")]))
    }

    @Test func fromTheFutureOpensWithANote() throws {
        let recording = try openRecording(at: Golden.path("v1-from-the-future.rewind"))
        #expect(recording.notes == ["the recording is in format 1.7, and this rewind knows 1.0: what is new since then is not shown"])
        #expect(recording.manifest.ending.how == .died)
        #expect(recording.losses.isEmpty)
        #expect(try Timeline(recording).state(at: 5) == .known(["count": 5]))
        #expect(try recording.segment(0).actions[0].unknown == ["mood": ["fine"]])
    }

    @Test func fromTheFutureKeepsEverythingWhenItIsWrittenAgain() throws {
        let original = try openRecording(at: Golden.path("v1-from-the-future.rewind"))
        try Sealing().recover(Golden.path("v1-from-the-future.rewind"), to: folder.path + "/again.rewind")
        let again = try openRecording(at: folder.path + "/again.rewind")
        #expect(again.manifest.unknown["weather"] == "sunny")
        #expect(again.manifest.json["ending"] == ["how": "evaporated", "humidity": 50])
        #expect(again.manifest.json["format"] == ["major": 1, "minor": 7, "required": [], "dialect": "new"])
        for name in original.source.names where name.hasPrefix("segments/") {
            #expect(try again.source.read(name) == original.source.read(name), "\(name)")
        }
        #expect(again.source.names.contains("segments/000000/extra.ndjson"))
    }

    @Test func thatRequiresAnUnknownFeatureIsRefusedByItsName() throws {
        let error = try #require(throws: RecordingError.self) { try openRecording(at: Golden.path("v1-requires.rewind")) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("time-machine"))
    }

    @Test func withUnknownLinesIsReadAroundThem() throws {
        let recording = try openRecording(at: Golden.path("v1-unknown-lines.rewind"))
        let segment = try recording.segment(0)
        #expect(segment.damage == [])
        #expect(segment.journal.contains(.unknown(["marker": "the end"])))
        #expect(segment.unknownStates == [["step": 1, "digest": "c0ffee"], ["note": "no step at all"]])
        let timeline = try Timeline(recording)
        for step in 0...5 { #expect(try timeline.state(at: step) == .known(["count": .number(JSONNumber(step))])) }
    }

    @Test func withLossesOfEveryKindHasThemAsData() throws {
        let recording = try openRecording(at: Golden.path("v1-losses.rewind"))
        #expect(recording.manifest.json["losses"] == Golden.losses)
        #expect(recording.losses.all.map(\.json) == Golden.losses.array)
        #expect(Set(recording.losses.all.map(\.kind)) == Set(Loss.Kind.allCases))
        #expect(recording.losses.all.last?.unknown == ["kind": "melted", "degrees": 451])
    }

    /// No program makes it again: it is what recorders wrote before losses were data.
    @Test func withSentencesInsteadOfLossesOpensAndKeepsThemAsText() throws {
        let path = Golden.path("v1-sentences.rewind")
        let recording = try openRecording(at: path)
        #expect(recording.losses.all.map(\.kind) == [.unknown, .unknown, .unknown, .unknown])
        #expect(recording.losses.all.first?.text == "the action of step 4 is missing")
        #expect(recording.losses.ofActions.isEmpty)
        let timeline = try Timeline(recording)
        #expect(try timeline.state(at: 6) == .known(["count": 6]))
        // Its gap names no kind, and its words are not looked at.
        #expect(try timeline.noStep(at: 5) == .gap(5...5, reason: .unwritten("left out on purpose")))
        try Sealing().recover(path, to: folder.path + "/again.rewind")
        #expect(try openRecording(at: folder.path + "/again.rewind").losses.sealed == recording.losses.sealed)
    }
}
