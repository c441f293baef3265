import ArgumentParser
import RewindReplay
import RewindValue

// Steps, ranges and paths are read by the libraries; here the argument parser learns to say what was wrong.

extension StepReference {
    /// Reads an argument.
    static func argument(_ text: String) throws -> StepReference { try StepReference(parsing: text) }

    /// Reads the name of a mark, with or without the colon that a reference to it has.
    static func markName(_ text: String) -> String { text.count > 1 && text.hasPrefix(":") ? String(text.dropFirst()) : text }
}

extension StepRange {
    /// Reads an argument.
    static func argument(_ text: String) throws -> StepRange { try StepRange(parsing: text) }
}

extension JSONPointer {
    /// Reads an argument.
    static func asArgument(_ text: String) throws -> JSONPointer { try JSONPointer(argument: text) }

    /// Whether a text is meant as a path and not as a step.
    static func isMeant(by text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix(".") && !text.hasPrefix("..") || text.hasPrefix("[")
    }
}
