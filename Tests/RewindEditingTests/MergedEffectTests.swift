import ReplayTestSupport
import RewindArchive
import RewindEditing
import RewindFormat
import RewindReplay
import RewindValue
import TestSupport
import Testing

@Suite("Effects of recordings that are merged", .timeLimit(.minutes(5)))
struct MergedEffectTests {
    private let folder = TemporaryFolder()

    /// A recording whose effects begin at each step, and end two steps later.
    private func recording(_ name: String, delay: Int) throws -> String {
        let builder = try RecordingBuilder(in: folder, state: ["count": 0]) { $0.unknown["process"] = .string(name) }
        for step in 1...6 {
            try builder.step(step, "edit", time: step * 10_000_000 + delay) { $0.effect = step > 3 ? step - 3 : nil }
            let begin = EffectLine.Begin(name: "\(name) \(step)", cause: step)
            try builder.journal(EffectLine(time: step * 10_000_000 + delay + 1, step: step, id: step, .begin(begin)).json)
            if step > 2 {
                let end = EffectLine(time: step * 10_000_000 + delay + 2, step: step, id: step - 2, .end(.finished))
                try builder.journal(end.json)
            }
        }
        try Sealing().seal(try builder.finish(), to: folder.path("\(name).rewind"))
        return folder.path("\(name).rewind")
    }

    @Test("Each effect keeps its name, its step and what it sent, under a number of its own")
    func eachEffectKeepsWhatItHas() throws {
        let paths = [try recording("left", delay: 0), try recording("right", delay: 5_000_000)]
        let merged = try Timeline(Merge().merge(paths, to: folder.path("both.rewind")))
        var begun: [Int: String] = [:]
        var ended: Set<Int> = []
        try merged.forEach(withEffects: true) { item in
            switch item {
            case .effect(let effect) where effect.end == nil:
                #expect(begun.updateValue(effect.name, forKey: effect.line.id) == nil)
                let cause = try #require(effect.cause)
                #expect(try merged.step(at: cause)?.store == effect.begin?.store)
            case .effect(let effect):
                #expect(ended.insert(effect.line.id).inserted && effect.took == 20_000_001)
            case .step(let step):
                guard let id = step.effect else { return }
                let device = step.store.prefix { $0 != "/" }
                #expect(begun[id]?.hasPrefix(device) == true)
            case .gap, .swallowed, .mark, .log: break
            }
        }
        #expect(begun.count == 12 && ended.count == 8)
        #expect(try merged.effectsUnderWayAtEnd()?.map(\.begin.name).sorted() == ["left 5", "left 6", "right 5", "right 6"])
    }
}
