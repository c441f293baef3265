import RewindFormat
package import RewindReplay

/// Texts for a number that has no step.
package struct NoStepText {
    package let number: Int
    package let noStep: Timeline.NoStep

    package init(number: Int, noStep: Timeline.NoStep) {
        self.number = number
        self.noStep = noStep
    }

    package var type: String {
        switch noStep {
        case .beginning: number == 0 ? ActionLine.initial : "(the first state)"
        case .gap: noStep.isOnPurpose ? "(left out on purpose)" : "(lost)"
        }
    }

    package var time: String {
        switch noStep {
        case .beginning: number == 0 ? "+" + TimeText.clock(0) : ""
        case .gap: "?"
        }
    }

    /// The explanation that follows the number: `, left out on purpose with steps 37 to 52`.
    package var clause: String {
        switch noStep {
        case .beginning: number == 0 ? ", the state before the first action" : ", the state before the first step that is kept"
        case .gap(let steps, let reason):
            (noStep.isOnPurpose ? ", left out on purpose" : ", lost") + (neighbours(steps).map { " " + $0 } ?? "")
                + (noStep.isOnPurpose ? "" : reason?.clause ?? "")
        }
    }

    /// The other numbers missing with it, for a row.
    package var rest: String {
        guard case .gap(let steps, let reason) = noStep else { return "" }
        return [neighbours(steps), noStep.isOnPurpose ? nil : reason?.words].compactMap { $0 }.joined(separator: ": ")
    }

    private func neighbours(_ steps: ClosedRange<Int>) -> String? {
        steps.count == 1 ? nil : "with all of steps \(steps.lowerBound) to \(steps.upperBound)"
    }
}
