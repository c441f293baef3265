import TestSupport
import Testing

@testable import RewindValue

@Suite(.timeLimit(.minutes(5))) struct ArrayScriptTests {
    @Test func takingOneElementToTheEndIsOneMove() {
        let script = ArrayScript(ElementMatching(sources: [1, 2, 3, 0], oldCount: 4))
        #expect(script.removals.isEmpty)
        #expect(script.steps == [.move(from: 0, to: 3)])
    }

    @Test func anElementThatComesInDoesNotMoveTheOthers() {
        let script = ArrayScript(ElementMatching(sources: [0, nil, 2], oldCount: 3))
        #expect(script.removals == [1])
        #expect(script.steps == [.add(1)])
    }

    @Test func anyScriptMakesTheNewArrayFromTheOldOne() {
        for seed in 0..<3_000 {
            var random = SeededGenerator(seed: UInt64(seed))
            let oldCount = random.below(12)
            var sources: [Int?] = (0..<oldCount).shuffled(using: &random).prefix(random.below(oldCount + 1)).map { $0 }
            if random.below(2) == 0 { sources.sort { ($0 ?? 0) < ($1 ?? 0) } }
            for _ in 0..<random.below(4) { sources.insert(nil, at: random.below(sources.count + 1)) }

            let script = ArrayScript(ElementMatching(sources: sources, oldCount: oldCount))
            var array: [Int?] = Array(0..<oldCount)
            for index in script.removals { array.remove(at: index) }
            for step in script.steps {
                switch step {
                case .add(let index): array.insert(nil, at: index)
                case .move(let from, let to): array.insert(array.remove(at: from), at: to)
                }
            }
            #expect(array == sources, "seed \(seed)")
        }
    }
}
