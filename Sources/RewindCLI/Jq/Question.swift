import ArgumentParser
import RewindReplay
import RewindValue

/// A condition as a user writes it: one of our own expressions where it is that, which is asked only where what it reads changed; else jq.
struct Question: CustomStringConvertible {
    /// What was written.
    let description: String
    /// What decides.
    let predicate: any Predicate

    /// The condition of a text.
    ///
    /// - Throws: What jq has to say, where it is nothing to jq either.
    init(parsing text: String) throws {
        description = text
        predicate = try Self.predicate(parsing: text)
    }

    /// Reads an argument.
    static func argument(_ text: String) throws -> Question { try Question(parsing: text) }

    /// The predicate of a text.
    static func predicate(parsing text: String) throws -> any Predicate {
        if let expression = try? Expression(parsing: text) { return expression }
        return try JqProgram(text)
    }
}

extension Predicate {
    /// Says, once all was asked, that jq rounded numbers that it was asked about.
    func warnOfRounding() {
        guard let program = self as? JqProgram, program.hasRounded else { return }
        Diagnostics.say("jq's numbers are doubles: some of more than 15 digits (beyond 2^53) were rounded before '\(program)' saw them")
    }
}
