import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindEditing

@Suite("A ticket about a wrong value", .timeLimit(.minutes(5)))
struct WrongValueTests {
    private let folder = TemporaryFolder()

    /// A list that has lost the second of two texts, under a key of its own, which masking changes, too.
    private func editor() throws -> Editor {
        let builder = try RecordingBuilder(in: folder, state: ["4711": ["one", "two"], "draft": "Zarquon"])
        try builder.step(1, "edit", #"[{"op":"replace","path":"/4711/1","value":"three"}]"#)
        try builder.step(2, "leave")
        return try Editor(builder.finish())
    }

    private func ticket(_ level: RedactionLevel, steps: ClosedRange<Int>? = nil, step: Int? = nil) throws -> TicketRecording {
        let editor = try editor()
        var request = TicketRequest()
        (request.level, request.steps) = (level, steps)
        request.wrong = try editor.timeline.wrongValue(at: JSONPointer(tokens: ["4711", "1"]), expected: "Zarquon", step: step)
        return try editor.ticket(request, output: folder.path("ticket.rewind"))
    }

    @Test func hasWhatThePersonSaid() throws {
        let wrong = try ticket(.secrets).recording.manifest.wrong
        #expect(
            wrong == WrongValue(step: 2, store: "main", place: JSONPointer(tokens: ["4711", "1"]), actual: "three", expected: "Zarquon"))
    }

    @Test func hasThePseudonymsOfItsStatesWhereItIsMasked() throws {
        let recording = try ticket(.masked).recording
        let wrong = try #require(recording.manifest.wrong)
        let state = try Timeline(recording).state(at: 2).get()
        #expect(state[wrong.place] == wrong.actual && wrong.actual != "three" && wrong.place.tokens.last == "1")
        // The same text elsewhere has the same pseudonym.
        #expect(state.object?.map(\.value).contains(wrong.expected ?? .null) == true && wrong.expected != "Zarquon", "\(wrong) in \(state)")
        #expect(!recording.manifest.json.jsonText.contains("Zarquon"))
    }

    @Test func keepsItAsLongAsItKeepsTheState() throws {
        #expect(try ticket(.secrets, steps: 2...2, step: 1).recording.manifest.wrong?.step == 1)
        let cut = try Editor(folder.path("ticket.rewind")).trim(to: 2...2, output: folder.path("same.rewind"))
        #expect(cut.recording.manifest.wrong?.step == 1)
        let other = try ticketAtTheEnd().trim(to: 1...1, output: folder.path("other.rewind"))
        #expect(other.recording.manifest.wrong == nil)
    }

    private func ticketAtTheEnd() throws -> Editor {
        let editor = try editor()
        var request = TicketRequest()
        request.wrong = try editor.timeline.wrongValue(at: JSONPointer(tokens: ["draft"]))
        return try Editor(editor.ticket(request, output: folder.path("end.rewind")).recording.path)
    }

    @Test func isKeptWhenPartsAreJoinedAndAtItsNewStepWhenRecordingsAreMerged() throws {
        let live = try Session.written(in: folder)
        var sealing = Sealing()
        sealing.addsAsItIs = true  // or the place would have pseudonyms that the states of a builder don't have
        for process in 1...2 {
            try sealing.seal(live, to: folder.path("\(process).rewind")) {
                $0.unknown["process"] = .number(JSONNumber(process))
                if process == 2 { $0.wrong = WrongValue(step: 5, store: "main", place: JSONPointer(tokens: ["n"]), actual: 5) }
            }
        }
        let parts = try Editor(folder.path("2.rewind")).split(after: [6]) { folder.path("part-\($0).rewind") }
        let joined = try Merge().merge(parts.map(\.recording.path), to: folder.path("joined.rewind"))
        #expect(joined.manifest.wrong?.step == 5 && joined.manifest.wrong?.store == "main")

        var merge = Merge()
        merge.names = ["a", "b"]
        let merged = try merge.merge([1, 2].map { folder.path("\($0).rewind") }, to: folder.path("merged.rewind"))
        let wrong = try #require(merged.manifest.wrong)
        #expect(wrong.step > 5 && wrong.store == "b/main", "\(wrong)")
        let state = try Timeline(merged).state(at: wrong.step, store: wrong.store).get()
        #expect(state[wrong.place] == wrong.actual, "\(wrong) in \(state)")
    }

    @Test func keepsTheValueOfATicketThatItIsMadeOf() throws {
        let first = try ticket(.masked).recording
        let second = try Editor(first.path).ticket(TicketRequest(), output: folder.path("second.rewind")).recording
        let wrong = try #require(second.manifest.wrong)
        #expect(try Timeline(second).state(at: 2).get()[wrong.place] == wrong.actual)
    }
}
