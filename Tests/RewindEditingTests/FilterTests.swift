import Foundation
import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Filtering", .timeLimit(.minutes(5)))
struct FilterTests {
    private let folder = TemporaryFolder()

    private func filtered(_ path: String, _ types: String..., store: String? = nil) throws -> (Filtered, Timeline) {
        var filter = StepFilter()
        filter.types = types.map { TypeGlob($0) }
        filter.store = store
        let result = try #require(try Editor(path).filter(filter, describedAs: "some", output: folder.path("filtered.rewind")))
        return (result, try Timeline(result.recording))
    }

    @Test(arguments: ["*/even", "*/odd", "cart/*", "!cart/*", "!main/odd"])
    func leavesEveryStepThatStaysItsNumberItsOwnChangesAndItsState(types: String) throws {
        let path = try Session.written(in: folder)
        let whole = try Editor(path).timeline
        let (result, timeline) = try filtered(path, types)
        var kept = 0
        try timeline.forEach { item in
            guard case .step(let step) = item, step.type != ActionLine.external else { return }
            kept += 1
            #expect(step == (try whole.step(at: step.number)))
            for store in Session.stores {
                let before = try whole.state(at: step.number, store: store)
                #expect(try timeline.state(at: step.number, store: store) == before, "step \(step.number), \(store)")
            }
        }
        #expect(kept == result.kept)
        #expect(result.kept + result.dropped == 11)
        for store in Session.stores { #expect(try timeline.state(at: 12, store: store) == whole.state(at: 12, store: store)) }
    }

    /// The segments of a recording of nine steps, of which those with some numbers have lost their actions.
    private func lost(_ segments: [Int]) throws -> String {
        let builder = try RecordingBuilder(in: folder)
        for step in 1...9 {
            if step % 3 == 1 {
                if step > 1 { try builder.roll() }
                builder.keyframe(step - 1, ["n": .number(JSONNumber(step - 1))])
            }
            try builder.action(step, step % 2 == 0 ? "even" : "odd")
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
        }
        let path = try builder.finish()
        for index in segments { try FileManager.default.removeItem(atPath: "\(path)/\(SegmentName.actions(index))") }
        try Sealing().recover(path, to: folder.path("lost.rewind"))
        return folder.path("lost.rewind")
    }

    @Test(arguments: [[0], [2], [0, 2]])
    func stepsWhoseActionsAreLostStayAndAreCounted(segments: [Int]) throws {
        let (result, timeline) = try filtered(try lost(segments), "even")
        #expect(result.kept + result.keptWithLostAction + result.dropped == 9 && result.keptWithLostAction == 3 * segments.count)
        var numbers: [Int] = []
        try timeline.forEach { if case .step(let step) = $0, step.type != ActionLine.external { numbers.append(step.number) } }
        #expect(numbers.count == result.kept + result.keptWithLostAction)
        #expect(try timeline.state(at: 9) == .known(["n": 9]))
    }

    @Test(arguments: [[2], [1, 2], [0, 1, 2]])
    func aPartOfStepsWhoseActionsAreLostBeginsWhereItWasWanted(segments: [Int]) throws {
        let editor = try Editor(try lost(segments))
        let part = try editor.trim(to: 8...9, output: folder.path("part.rewind"))
        #expect(part.steps == 8...9)
        try expectSame(try Timeline(part.recording), as: editor.timeline, in: 8...9)
    }

    @Test
    func aPartMayEndWithStatesWhoseActionsAreLost() throws {
        let editor = try counting(without: 5...6)
        let part = try editor.trim(to: 2...5, output: folder.path("part.rewind"))
        #expect(part.steps == 2...5)
        #expect(try Timeline(part.recording).steps == 1...5)
        try expectSame(try Timeline(part.recording), as: editor.timeline, in: 2...5)
    }

    /// Nine steps of a counter, some of them without their actions.
    private func counting(without lost: ClosedRange<Int>?) throws -> Editor {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...9 {
            if lost?.contains(step) != true { try builder.action(step, "add") }
            try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#)
        }
        return try Editor(try builder.finish())
    }

    @Test
    func aPartHasItsOwnLossesOnly() throws {
        let editor = try counting(without: 5...6)
        #expect(try editor.trim(to: 2...4, output: folder.path("before.rewind")).recording.manifest.losses == [])
        let some = try editor.trim(to: 2...5, output: folder.path("some.rewind")).recording
        #expect(some.manifest.losses == [Loss(.actions, of: 5...5)])
        let parts = try editor.split(after: [4, 7]) { folder.path("part\($0).rewind") }.map(\.recording)
        let all = [Loss(.actions, of: 5...6)]
        #expect(parts.map(\.manifest.losses) == [[], all, []])
        let joined = try Merge().merge(parts.map(\.path), to: folder.path("joined.rewind"))
        #expect(joined.manifest.losses == all)
    }

    @Test
    func whatOnePartHasLostAndAnotherHasIsNotLost() throws {
        let lossy = try counting(without: 5...6).trim(to: 1...7, output: folder.path("lossy.rewind")).recording
        let whole = try counting(without: nil).trim(to: 5...9, output: folder.path("whole.rewind")).recording
        let joined = try Merge().merge([lossy.path, whole.path], to: folder.path("joined.rewind"))
        #expect(joined.manifest.losses == [])
        #expect(try Timeline(joined).step(at: 5)?.line != nil)
    }

    @Test
    func stepsWhoseActionsAreLostAreImportedAtTheTimeOfThoseBefore() throws {
        let bytes = try Editor(lost([1])).timeline.exported(.reduxDevTools)
        let recording = try Import().write(try History(parsing: bytes, path: "history.json"), to: folder.path("i.rewind"))
        let timeline = try Timeline(recording)
        for step in 4...6 { #expect(try timeline.step(at: step)?.time == timeline.step(at: 3)?.time) }
    }

    @Test
    func tellsWhatWasLeftOutWhereItWas() throws {
        let (result, timeline) = try filtered(try Session.written(in: folder), "cart/*")
        let rows = try timeline.rows { "\($0.number) \($0.type) \($0.line?.omitted.map { JSONValue.object($0).jsonText } ?? "")" }
        #expect(
            rows == [
                #"1 @@EXTERNAL {"main/odd":1}"#, #"2 @@EXTERNAL {"main/even":1}"#, "3 cart/odd ", "4..5 left-out",
                #"6 @@EXTERNAL {"main/even":2,"main/odd":1}"#, ":six 6", "7..7 unwritten full", "8 cart/even ",
                #"9 @@EXTERNAL {"main/odd":1}"#,
                #"10 @@EXTERNAL {"main/even":1}"#, "11 cart/odd ", #"12 @@EXTERNAL {"main/even":1}"#,
            ])
        #expect(result.recording.manifest.counts.omitted == 8)
        #expect(result.recording.manifest.edits.map(\.text) == ["8 of 11 steps were left out, keeping some (\(RewindVersion.text))"])
        #expect(result.recording.manifest.edits.first?.members["dropped"] == 8)
        #expect(try timeline.state(at: 6, store: "main") == .known(["n": 6, "list": [1, 2, 4, 5, 6]]))
    }

    @Test
    func filteringTheFilteredAgainAddsUpWhatIsLeftOut() throws {
        let path = try Session.written(in: folder)
        let (_, _) = try filtered(path, "!main/odd")
        var filter = StepFilter()
        filter.types = [TypeGlob("cart/*")]
        let again = try #require(
            try Editor(folder.path("filtered.rewind")).filter(filter, describedAs: "less", output: folder.path("again.rewind")))
        #expect(again.recording.manifest.counts.omitted == 8)
        #expect(again.recording.manifest.edits.count == 2)
        let whole = try Editor(path).timeline
        let timeline = try Timeline(again.recording)
        for number in [3, 8, 11] { #expect(try timeline.state(at: number, store: "main") == whole.state(at: number, store: "main")) }
    }

    @Test
    func leavesAStepWithoutAStateSuchAsTheOneOfACrashAsOne() throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0])
        for step in 1...4 { try builder.action(step, step == 2 ? "keep" : "drop") }
        for step in 1...3 { try builder.patch(step, #"[{"op":"replace","path":"/n","value":\#(step)}]"#) }
        builder.underWay(4, .reducer)
        let (_, timeline) = try filtered(try builder.die(), "keep")
        #expect(try timeline.step(at: 4)?.type == ActionLine.external)
        #expect(try timeline.step(at: 4)?.outcome == .underWay(.reducer))
        #expect(try timeline.state(at: 3) == .known(["n": 3]))
    }

    @Test("Filtering folds replacements of one place into the last, but not across what moves places")
    func filteringFoldsReplacementsOfOnePlace() throws {
        let builder = try RecordingBuilder(in: folder, state: ["n": 0, "list": [["a": 1]]])
        for step in 1...7 { try builder.action(step, [1, 7].contains(step) ? "keep" : "drop") }
        try builder.patch(1, "[]")
        try builder.patch(2, #"[{"op":"replace","path":"/n","value":2}]"#)
        try builder.patch(3, #"[{"op":"replace","path":"/list/0/a","value":3}]"#)
        try builder.patch(4, #"[{"op":"add","path":"/list/0","value":4}]"#)
        try builder.patch(5, #"[{"op":"replace","path":"/list/1/a","value":5},{"op":"replace","path":"/n","value":5}]"#)
        try builder.patch(6, #"[{"op":"replace","path":"/list/1","value":6},{"op":"replace","path":"/n","value":6}]"#)
        try builder.patch(7, "[]")
        let (_, timeline) = try filtered(try builder.finish(), "keep")
        #expect(try timeline.state(at: 7) == .known(["n": 6, "list": [4, 6]]))
        #expect(try timeline.step(at: 6)?.patch?.operations.count == 5)
    }

    @Test
    func thatWantsNothingWritesNothing() throws {
        var filter = StepFilter()
        filter.types = [TypeGlob("none")]
        let editor = try Editor(try Session.written(in: folder))
        let written = try editor.filter(filter, describedAs: "none", output: folder.path("none.rewind"))
        #expect(written?.kept == nil)
        #expect(!folder.contents.contains { $0.contains("none") })
    }
}
