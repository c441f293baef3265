import ArgumentParser
import RewindReplay
import RewindValue

/// What is watched: a part of the state, or what an expression comes to.
enum Watched: Sendable {
    case place(JSONPointer, typed: String)
    case expression(String, any Predicate)

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
    var predicate: any Predicate {
        switch self {
        case .place(let place, _): PlaceValue(place: place)
        case .expression(_, let predicate): predicate
        }
    }
}

/// A part of the state as an expression.
private struct PlaceValue: Predicate {
    let place: JSONPointer

    var reads: [JSONPointer]? { [place] }
    var words: Set<StepWord> { [] }
    var names: [String] { [] }

    func asks(forMember name: String) -> Bool { false }

    func holds(in document: any Document) throws(Expression.Failure) -> Bool {
        try results(in: document).contains { $0 != .null && $0 != false }
    }

    /// Nothing where there is nothing, other than a path of jq's, which comes to `null` there.
    func results(in document: any Document) throws(Expression.Failure) -> [JSONValue] {
        guard let value = document.value(of: .state)[place] else { throw Expression.Failure("there is nothing at \(place)") }
        return [value]
    }
}
