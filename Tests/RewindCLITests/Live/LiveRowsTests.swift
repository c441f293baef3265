import ReplayTestSupport
import RewindReplay
import RewindValue
import TestSupport
import Testing

@testable import RewindCLI

@Suite("Steps as they happen", .timeLimit(.minutes(5)))
struct LiveRowsTests {
    private let app: ScriptedApp
    private let printed = Captured()

    init() throws { app = try ScriptedApp() }

    private func rows(from start: Int, type: String? = nil) -> LiveRows {
        var filter = StepFilter()
        filter.types = type.map { [TypeGlob($0)] } ?? []
        let console = Console(isColoured: false, columns: nil, write: { [printed] in printed.add($0) })
        return LiveRows(from: start, filter: filter, on: console, asJSON: false)
    }

    private var lines: [String] {
        printed.text.split(separator: "\n").map { $0.split(separator: " ").filter { !$0.hasPrefix("+") }.joined(separator: " ") }
    }

    @Test func eachStepAndMarkIsShownOnceAndInOrder() throws {
        var rows = rows(from: 1)
        let recording = try app.recording()
        try rows.show(recording)
        try rows.show(recording)
        try app.builder.journal(["mark": ["t": 31_000_000, "step": 3, "name": "checkout"]])
        try app.builder.flush()
        try rows.show(recording)
        try app.builder.action(4, "cart/add")
        try app.builder.patch(4, "[]")
        try app.builder.flush()
        try rows.show(recording)
        try rows.show(recording, isLast: true)
        #expect(
            lines == ["STEP TIME TYPE CHANGES CAUSE", "1 cart/add 1", "2 cart/add 1", "3 cart/clear 1", "- :checkout mark", "4 cart/add 0"])
    }

    @Test func aStepWaitsForItsStateUnlessTheAppIsGone() throws {
        var rows = rows(from: 4)
        let recording = try app.recording()
        try app.builder.action(4, "cart/add")
        try app.builder.flush()
        try rows.show(recording)
        #expect(lines.isEmpty)
        try rows.show(recording, isLast: true)
        #expect(lines.last == "4 cart/add -")
    }

    @Test func stepsOfLaterSegmentsAreReadAlone() throws {
        var rows = rows(from: 4, type: "cart/clear")
        let recording = try app.recording()
        try recording.readLines()
        try app.builder.roll(at: 3, ["cart": ["count": 0]])
        for step in 4...6 {
            try app.builder.action(step, step == 5 ? "cart/clear" : "cart/add")
            try app.builder.patch(step, "[]")
        }
        try app.builder.flush()
        try rows.show(recording)
        #expect(lines.dropFirst() == ["5 cart/clear 0"])
    }
}
