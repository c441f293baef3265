package import RewindValue

/// A place where the debugger stops.
package struct Breakpoint: Sendable, Equatable {
    /// The number by which the breakpoint is deleted; 0 for a breakpoint that is used only once.
    package var number: Int
    /// What the breakpoint waits for.
    package var trigger: Trigger
    /// A condition that must also be true of the step.
    package var condition: Predicate?
    /// The only store at whose steps it stops; `nil` for every store that can have what it reads.
    package var store: String?
    /// Whether it is deleted after it has stopped once.
    package var isTemporary = false

    /// What a breakpoint waits for.
    package enum Trigger: Sendable, Equatable {
        /// An action whose type matches.
        case type(TypeGlob)
        case step(Int)
        /// A change of value at a place of the state.
        case change(of: JSONPointer)
        /// A change of an expression's value.
        case value(of: Predicate)
        /// The moment the condition becomes true; if it asks what happened, each step at which it is true.
        case condition
    }

    package init(_ trigger: Trigger, number: Int, when condition: Predicate? = nil) {
        (self.number, self.trigger, self.condition) = (number, trigger, condition)
    }
}

extension Breakpoint: CustomStringConvertible {
    /// The breakpoint as it would be typed.
    package var description: String {
        let asked = store.map { "--store \($0) " } ?? ""
        let words =
            switch trigger {
            case .type(let glob): (glob.isExclusion ? "!" : "") + glob.pattern
            case .step(let number): "step \(number)"
            case .change(let place): "path " + (place.tokens.isEmpty ? "." : place.description)
            case .value(let expression): "watch \(expression)"
            case .condition: ""
            }
        guard let condition else { return asked + words }
        return asked + (words.isEmpty ? "" : words + " ") + "when \(condition)"
    }
}
