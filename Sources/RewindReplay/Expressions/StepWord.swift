/// A word that every expression may use besides the paths of the state: `$action.id`, or `action.id`.
///
/// All words are listed here; both languages, the errors and the help take them from here.
package enum StepWord: String, Sendable, CaseIterable, CustomStringConvertible {
    case state, before, action, type, step, t, effects, last

    /// The word as it is written.
    package var description: String { "$" + rawValue }

    /// Whether the word may be written without the dollar sign: `type` and `last` are functions in jq.
    package var isBare: Bool { self != .type && self != .last }

    /// All words, for a sentence.
    package static let list = allCases.map { $0.description }.joined(separator: ", ")

    /// The meaning of the words, for the help of every command that takes an expression.
    package static let help = """
        In every expression, '.' is the state after a step. $before is the state before it, $action the action, $type the action's \
        type, $step the step's number, $t its time in nanoseconds since the start, $effects the names of the effects that are under way \
        after it, if effects are recorded, $last["cart/add"] the number of the last step of that type, and $state the same as '.'. \
        All but $type and $last work without the dollar sign, as in 'action.cart._0.add.price > 3 and .cart != before.cart'; \
        'rewind show' prints an action with its members.
        """
}
