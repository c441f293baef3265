import RewindFormat
import RewindReplay
import RewindValue
import Testing

@testable import RewindRendering

@Suite("What held a step back, for people", .timeLimit(.minutes(1)))
struct WhyNotTests {
    private func row(_ parts: [MissedChange.Part], made: Int = 2, _ trial: MissedChange.Trial? = nil) -> String {
        let line = ActionLine(step: 6, time: 60, type: "cart/pay", action: [:], store: ActionLine.mainStore)
        let step = Step(number: 6, store: ActionLine.mainStore, line: line, outcome: .lost)
        var row = MissedChange(RowStep(6...6, step), made: made, isTrueElsewhere: true, parts: parts)
        row.trial = trial
        return row.lines.text
    }

    private let flag = MissedChange.Part(.state(JSONPointer(tokens: ["isOpen"])), value: false, other: true)
    private let method = MissedChange.Part(.action(JSONPointer(tokens: ["method"])), value: "cash", other: nil)

    @Test("Without a reducer it says what differs, and never because of what")
    func differs() {
        let text = row([flag, method])
        #expect(text.contains("step 6, cart/pay, differs from all 2 steps of this type that made it true:"))
        #expect(text.contains("/isOpen in the state before is false, and true there"))
        #expect(text.contains("the action's /method is \"cash\", and missing there"))
        #expect(row([], made: 1).contains("differs in no single part from the step of this type that made it true"))
    }

    @Test("With a reducer it says with what the step would have made it, and how much was tried")
    func heldBack() {
        var trial = MissedChange.Trial(budget: 80)
        trial.runs = 12
        #expect(row([flag], trial).contains("would have made it true with this (12 of at most 80 runs):"))
        #expect(row([flag], trial).contains("/isOpen in the state before = true; it is false"))
        trial.areTogether = true
        #expect(row([flag, method], trial).contains("with these together, and with no fewer"))
        trial.untried = 3
        #expect(
            row([], trial).contains("no other value of a single part makes it true")
                && row([], trial).contains("3 more parts were not tried"))
        trial.refusal = "the state before it is unknown"
        #expect(row([], trial).contains("can't be tried: the state before it is unknown"))
    }
}
