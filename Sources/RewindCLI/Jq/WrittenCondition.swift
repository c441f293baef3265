import ArgumentParser
import RewindRendering
import RewindReplay

/// A condition as the user writes it: an expression of our own language, which is evaluated only when its inputs change; otherwise jq.
struct WrittenCondition: CustomStringConvertible {
    /// The source text.
    let description: String
    let predicate: Predicate

    /// Parses a condition.
    ///
    /// - Throws: jq's error if the text is valid in neither language.
    init(parsing text: String) throws {
        description = text
        predicate = try Self.predicate(parsing: text)
    }

    static func argument(_ text: String) throws -> WrittenCondition { try WrittenCondition(parsing: text) }

    static let atPrompt: PredicateParser = { text throws(PromptError) in
        do { return try predicate(parsing: text) } catch { throw PromptError("\(error)") }
    }

    /// Parses a predicate, which fails once the user has asked to stop.
    static func predicate(parsing text: String) throws -> Predicate {
        let expression = try? Predicate(parsing: text)
        return try (expression ?? JqProgram(text).predicate).looking { _ throws(Expression.Failure) in
            if StopRequest.isMade { throw Expression.Failure("stopped") }
        }
    }
}
