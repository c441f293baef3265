import ReplayTestSupport
import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindRendering

@Suite("A value that a person says is wrong", .timeLimit(.minutes(5)))
struct WrongValueTests {
    private let folder = TemporaryFolder()
    private let total = JSONPointer(tokens: ["cart", "total"])

    /// A cart whose total step 1 sets, and step 3 sets again, caused by step 2.
    private func timeline() throws -> Timeline {
        let builder = try RecordingBuilder(in: folder, state: ["cart": ["total": 0, "items": [1]], "name": "Tea"])
        for (step, cause, patch) in [
            (1, nil, #"[{"op":"replace","path":"/cart/total","value":12}]"#), (2, nil, "[]"),
            (3, 2, #"[{"op":"replace","path":"/cart/total","value":-4}]"#),
        ] as [(Int, Int?, String)] {
            try builder.step(step, "cart/act\(step)", patch) { $0.cause = cause }
        }
        return try Timeline(Recording(directory: builder.finish()))
    }

    private func report(_ wrong: WrongValue, _ timeline: Timeline) throws -> WrongReport {
        WrongReport(try WrongQuestion().answer(about: wrong, of: timeline))
    }

    @Test func isSaidWithWhatItShouldBeAndWhoWroteIt() throws {
        let timeline = try timeline()
        let wrong = try timeline.wrongValue(at: total, expected: "8")
        let report = try report(wrong, timeline)
        #expect(report.what == "In the end, /cart/total is -4 and should be 8")
        #expect(report.who == "Step 3, cart/act3, wrote it, caused by step 2, cart/act2")
        #expect(report.history.count == 4 && report.history.last?.text.hasSuffix("  -4") == true, "\(report.history.map(\.text))")
        let early = try self.report(try timeline.wrongValue(at: total, step: 2), timeline)
        #expect(early.what == "After step 2, /cart/total is 12, which is wrong" && early.who == "Step 1, cart/act1, wrote it")
        #expect(early.history.count == 3)
    }

    @Test func mayBeMissingWhereItCouldBeButNotElsewhere() throws {
        let timeline = try timeline()
        let missing = try timeline.wrongValue(at: JSONPointer(tokens: ["cart", "note"]), expected: "later")
        #expect(missing.actual == nil && missing.expected == "later")
        #expect(try report(missing, timeline).what == #"In the end, /cart/note is nothing and should be "later""#)
        for place in [["crt", "note"], ["cart", "items", "7"], ["name", "first"]] {
            #expect(throws: QuestionError.self) { try timeline.wrongValue(at: JSONPointer(tokens: place), expected: "1") }
        }
        #expect(throws: QuestionError.self) { try timeline.wrongValue(at: JSONPointer(tokens: ["cart", "note"])) }
    }

    @Test func isATextWithoutQuotesOnlyWhereATextIs() throws {
        let timeline = try timeline()
        let name = JSONPointer(tokens: ["name"])
        for (typed, value) in [("Tea 2", "Tea 2"), ("42", "42"), (#""Tea""#, "Tea"), ("null", nil)] as [(String, String?)] {
            #expect(try timeline.wrongValue(at: name, expected: typed).expected == value.map { .string($0) } ?? .null)
        }
        #expect(try timeline.wrongValue(at: total, expected: "null").expected == .null)
        #expect(throws: QuestionError.self) { try timeline.wrongValue(at: total, expected: "eight") }
    }

    @Test func isFoundByWhatIsSeen() throws {
        let state: JSONValue = ["a": ["Green Tea", "tea"], "b": 12, "c": true, "d": 120]
        func places(_ text: String) -> [String] { Timeline.places(showing: text, in: state, limit: 3).map(\.description) }
        #expect(places("Tea") == ["/a/1", "/a/0"])
        #expect(places("12") == ["/b"] && places("true") == ["/c"] && places("coffee").isEmpty && places("").isEmpty)
    }

    @Test func ofAStepThatIsNotThereHasNoAuthor() throws {
        let timeline = try timeline()
        for wrong in [
            WrongValue(step: 99, store: "main", place: total, actual: 1), WrongValue(step: 1, store: "other", place: total, actual: 1),
            WrongValue(step: 1, store: "main", place: JSONPointer(tokens: ["x"]), actual: nil, expected: 1),
        ] {
            let report = try report(wrong, timeline)
            #expect(report.who == nil && report.history.isEmpty && !report.lines.isEmpty)
        }
    }

    @Test func isASentenceOfTheListAPersonChoosesFrom() {
        var summary = RecordingSummary(path: "bug.rewind", form: .bundle)
        var manifest = Manifest(recorder: "rewind", started: 1_000_000_000_000_000_000)
        manifest.app = ["name": "Shop", "version": "2"]
        manifest.ending = Ending(.killed)
        manifest.ending.signal = "SIGHUP"
        (summary.manifest, summary.steps, summary.duration) = (manifest, 1...7, 11_300_000_000)
        let end = 1_000_000_011_300_000_000
        for (later, words) in [(5, "just now"), (600, "10 min ago"), (7_300, "2 h ago"), (400_000, "4 days ago")] {
            #expect(summary.words(now: end + later * 1_000_000_000) == "Shop 2, 7 steps in 11.3 s, was killed by SIGHUP, \(words)")
        }
        summary.problem = "damaged"
        #expect(summary.words(now: end) == "can't be read")
    }
}
