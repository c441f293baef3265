import ArgumentParser
import RewindReplay
import RewindValue

/// What is watched: a part of the state, or what an expression comes to.
enum Watched: Sendable {
    case place(JSONPointer, typed: String)
    case expression(String, Predicate)

    /// Reads an argument.
    static func argument(_ text: String) throws -> Watched {
        if let place = try Debugger.place(in: text[...]) { return .place(place, typed: text) }
        return .expression(text, try Question.predicate(parsing: text))
    }

    /// The path, or the expression.
    var name: String {
        switch self {
        case .place(let place, _): place.description
        case .expression(let text, _): text
        }
    }

    /// What somebody typed.
    var typed: String {
        switch self {
        case .place(_, let text), .expression(let text, _): text
        }
    }

    var place: JSONPointer? { if case .place(let place, _) = self { place } else { nil } }

    /// It as an expression.
    var predicate: Predicate {
        switch self {
        case .place(let place, _): Predicate(place)
        case .expression(_, let predicate): predicate
        }
    }
}
