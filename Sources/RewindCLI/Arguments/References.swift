import ArgumentParser
import RewindRendering
import RewindReplay
import RewindValue

// The libraries parse steps, ranges and paths; these extensions make the argument parser report their errors.

extension StepReference {
    static func argument(_ text: String) throws -> StepReference { try StepReference(parsing: text) }

    /// Parses the name of a mark, with or without the colon of a reference.
    static func markName(_ text: String) -> String { text.count > 1 && text.hasPrefix(":") ? String(text.dropFirst()) : text }
}

extension StepRange {
    static func argument(_ text: String) throws -> StepRange { try StepRange(parsing: text) }
}

extension JSONPointer {
    static func asArgument(_ text: String) throws -> JSONPointer { try JSONPointer(argument: text) }

    /// Whether a text looks like a path rather than a step.
    static func isMeant(by text: String) -> Bool {
        text.hasPrefix("/") || text.hasPrefix(".") && !text.hasPrefix("..") || text.hasPrefix("[")
    }
}

extension WatchQuestion.Watched {
    static func argument(_ text: String) throws -> WatchQuestion.Watched {
        if let place = try TypedWord.place(in: text[...]) { return Self(place, written: text) }
        return Self(try WrittenCondition.predicate(parsing: text), written: text)
    }
}
