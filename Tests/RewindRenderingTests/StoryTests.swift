import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindRedaction
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindDebugger
@testable import RewindRendering

/// What a crash, a list and a ticket tell in few rows.
@Suite("A story in few rows", .timeLimit(.minutes(5)))
struct StoryTests {
    private let folder = TemporaryFolder()

    /// An app that crashed in the step whose cause began an edit, while the comment was deleted.
    private func crashed() throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: ["comments": ["a", "b"], "saving": false, "draft": ""])
        try builder.step(1, "load")
        try builder.step(2, "edit", #"[{"op":"replace","path":"/saving","value":true}]"#) { $0.cause = 1 }
        for step in 3...11 {
            try builder.step(step, "setDraft", #"[{"op":"replace","path":"/draft","value":"\#(String(repeating: "x", count: step))"}]"#)
        }
        try builder.step(12, "delete", #"[{"op":"remove","path":"/comments/1"}]"#)
        try builder.action(13, "editDidFinish") { $0.cause = 2 }
        builder.underWay(13, .reducer)
        return try Timeline(Recording(directory: builder.die()))
    }

    @Test func aCrashIsToldByItsCausesWhatCameBetweenAndWhatThatChanged() throws {
        let timeline = try crashed()
        let row = try CrashQuestion(nil).answer(of: timeline)
        let story = row.story
        #expect(story.step?.number == 13 && story.causes.map(\.number) == [1, 2] && story.isReplayable)
        let lines = StoryLines(row, file: "bug 1.rewind")
        #expect(lines.again == "rewind reproduce 'bug 1.rewind' --host HOST")
        let rows = lines.steps.map { $0.text.split(separator: " ").prefix(4).joined(separator: " ") }
        #expect(
            rows == [
                "STEP TIME TYPE CHANGES", "1 +00:00.010 load 0", "…", "2 +00:00.020 edit 1", "3..11 +00:00.030 setDraft ×9",
                "12 +00:00.120 delete 1", "x 13 +00:00.130 editDidFinish",
            ])
        let changes = lines.changes.map(\.text).joined(separator: "\n")
        #expect(
            changes.contains(#"-   1: "b""#) && changes.contains(#"draft: "" → "xxxxxxxxxxx""#) && !changes.contains("saving"), "\(changes)"
        )
        #expect(lines.changesTitle == "what changed between step 2 and step 13")
        #expect(
            lines.sentence == "edit (step 2) started some work. While that ran, setDraft and delete happened. 110.0 ms after it began, "
                + "the work was done, and Shop died while it handled the result, editDidFinish (step 13)")
    }

    @Test func ofALargeActionTheMembersOfItsInnermostCaseAreShown() throws {
        let builder = try RecordingBuilder(in: folder, state: [:])
        try builder.action(1, "cart/pay") {
            $0.action = ["cart": ["_0": ["pay": ["by": "card", "items": .array((0..<90).map { .number(JSONNumber($0)) })]]]]
        }
        builder.underWay(1, .reducer)
        let timeline = try Timeline(Recording(directory: builder.die()))
        let story = StoryLines(try CrashQuestion(nil).answer(of: timeline), file: "bug.rewind")
        #expect(story.action.map(\.text) == ["  /cart/_0/pay", "    by = \"card\"", "    items = [90 elements]"])
    }

    @Test func aStepThatNothingCausedIsToldByThoseBeforeIt() throws {
        let timeline = try Timeline(Recording(directory: ShopRecording.crashed(in: folder)))
        let row = try CrashQuestion(nil).answer(of: timeline)
        let story = row.story
        #expect(story.step?.number == 4 && story.causes.isEmpty && story.between.count == 3 && story.changedSince == 0)
        let lines = StoryLines(row, file: nil)
        #expect(lines.changesTitle == "what changed between step 0 and step 4" && !lines.changes.isEmpty)
        #expect(lines.sentence == "Shop died while it handled cart/pay (step 4), 1 min 2 s after cart/didLoad (step 3)")
        let unknown = CrashQuestion.Row(Ending(.crashed), nil)
        #expect(StoryLines(unknown, file: nil).sentence == nil, "an ending alone is said elsewhere")
    }

    @Test func runsOfEqualActionsAreOneRowAndNothingElseIs() throws {
        let timeline = try crashed()
        var items: [Timeline.Item] = []
        try timeline.forEach(in: 1...13) { items.append($0) }
        let rows = StepFolds.rows(items, ending: timeline.recording.manifest.ending)
        #expect(rows.map(\.count) == [1, 1, 9, 1, 1] && rows.reduce(0) { $0 + $1.count } == 13)
        guard case .run(let run) = rows[2] else { throw Failure("no run: \(rows[2])") }
        #expect(run.first.number == 3 && run.last.number == 11 && run.changes == 9)
        #expect(StepFolds.rows(Array(items[2...3]), ending: Ending(.finished)).count == 2, "two are no run")
        let played = StepRow(run.last, ending: Ending(.finished)).played(as: run, columns: 80).text
        #expect(played.contains("3..11") && played.contains("setDraft ×9") && played.contains("xxxxxxxxxxx"), "\(played)")
    }

    @Test func ofALongTextThePartIsShownThatChanged() throws {
        let word = String(repeating: "lorem ipsum ", count: 400)
        let (old, new) = (word + "the cat sat" + word, word + "the dog sat" + word)
        let builder = try RecordingBuilder(in: folder, state: ["text": .string(old)])
        try builder.action(1, "edit")
        builder.line(1, ActionLine.mainStore, .patch(JSONPatch([.replace(JSONPointer(tokens: ["text"]), .string(new))])))
        let timeline = try Timeline(Recording(directory: builder.finish()))
        let step = try #require(try timeline.step(at: 1))
        let texts = try timeline.textsBefore(step, longerThan: 60)
        let patch = try #require(step.patch)
        #expect(PatchText(patch).lines(valueLimit: 60, after: texts).text.contains("dog"))
        #expect(try StepReport(ShowQuestion(1).answer(in: timeline).rows[0]).lines.text.contains("dog"))
        #expect(DebuggerLines(timeline: timeline).lines(.position(1, step)).text.contains("dog"))
        let diff = try DiffQuestion(from: 0, to: 1, store: nil).answer(in: timeline).rows[0].diff
        for text in [DiffLines(diff).lines.text, SideBySideLines(diff, columns: 80).lines.text] {
            #expect(text.contains("cat") && text.contains("dog") && text.count < 400, "\(text)")
        }
        // What has little in common is shown as it is.
        let other = DiffLines(TreeDiff(from: .string(old), to: .string(String(repeating: "z", count: 90)))).lines.text
        #expect(other.contains(word))
    }

    @Test func aValueAtAPromptIsFoldedAndElsewhereWhole() {
        let value = JSONValue.object(["list": .array((0..<90).map { .object(["number": .number(JSONNumber($0)), "text": "some words"]) })])
        let folded = ValueLines.lines(value, whole: "rewind show").text
        #expect(
            folded.contains("elements") && folded.contains("'rewind show' all of it") && folded.split(separator: "\n").count < 20,
            "\(folded)")
        #expect(ValueLines.lines(value, whole: nil) == ValueLines(value).lines)
    }
}
