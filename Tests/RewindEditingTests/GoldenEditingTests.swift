import Foundation
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import TestSupport
import Testing

/// Edits of a recording with all that a recorder writes: two stores, merged steps, changes from outside, failures, states that are no JSON, large actions.
@Suite("Editing the golden recording", .timeLimit(.minutes(5)))
struct GoldenEditingTests {
    private let folder = TemporaryFolder()
    private let editor: Editor
    private let stores = ["main", "cart"]

    init() throws {
        editor = try Editor(Repository.path("Fixtures/golden/v1.rewind"))
    }

    /// What is told of a step and of the states after it, when the numbers that a state was lost at are left out.
    private func told(_ timeline: Timeline, _ step: Int) throws -> [String] {
        try ["\(String(describing: timeline.step(at: step)))"]
            + stores.map { store in
                switch try timeline.state(at: step, store: store) {
                case .known(let state): "\(store) is \(state)"
                case .unknown: "\(store) is not known"
                }
            }
    }

    @Test(arguments: [0...12, 5...20, 11...30, 1_000...1_030, 1_100...1_123, 1_121...1_123])
    func trimmedEveryStepIsWhatItWas(steps: ClosedRange<Int>) throws {
        let part = try editor.trim(to: steps, output: folder.path("part.rewind"))
        let timeline = try Timeline(part.recording)
        let kept = try #require(part.steps)
        for step in kept { #expect(try told(timeline, step) == told(editor.timeline, step), "step \(step)") }
        #expect(try Checkup(of: folder.path("part.rewind")).count(of: .error) == 0)
    }

    @Test(arguments: ["!write", "increment", "!add", "*ail*", "@@EXTERNAL"])
    func filteredEveryStepThatStaysIsWhatItWas(types: String) throws {
        var filter = StepFilter()
        filter.types = [TypeGlob(types)]
        let result = try #require(try editor.filter(filter, describedAs: types, output: folder.path("some.rewind")))
        let timeline = try Timeline(result.recording)
        var kept: [Int] = []
        try editor.timeline.forEach(matching: filter) { if case .step(let step) = $0 { kept.append(step.number) } }
        #expect(kept.count == result.kept)
        for step in kept.prefix(20) + kept.suffix(20) {
            // A merged step may stand for more of its neighbours than it did.
            if case .merged = try editor.timeline.step(at: step)?.outcome { continue }
            #expect(try told(timeline, step) == told(editor.timeline, step), "step \(step)")
        }
        for store in stores { #expect(try timeline.state(at: 1_123, store: store) == editor.timeline.state(at: 1_123, store: store)) }
        #expect(try Checkup(of: folder.path("some.rewind")).count(of: .error) == 0)
    }

    @Test
    func splitAndMergedItIsWhatItWas() throws {
        let parts = try editor.split(after: [10, 1_036, 1_121]) { folder.path("\($0).rewind") }
        let timeline = try Timeline(Merge().merge(parts.map(\.recording.path), to: folder.path("all.rewind")))
        for step in Array(0...20) + Array(1_030...1_040) + Array(1_115...1_123) {
            #expect(try told(timeline, step) == told(editor.timeline, step), "step \(step)")
        }
        #expect(timeline.recording.manifest.counts == editor.recording.manifest.counts)
    }
}
