import RewindValue

extension Absence: CustomStringConvertible {
    /// What was asked for and what there is, as a sentence without a full stop.
    package var description: String {
        switch self {
        case .place(let path, let word, let isInNoStore): Self.start(isInNoStore) + path.description + Self.meant(word)
        case .member(let name, let store, let near, let word, let isInNoStore):
            Self.start(isInNoStore) + "no state \(store.map { "of \($0) " } ?? "")has a member '\(name)' anywhere"
                + (near.map { "; did you mean '\($0)'?" } ?? "") + Self.meant(word)
        case .unrecorded(let sentence): sentence
        case .type(let type, []): "no action has the type '\(type)'; 'rewind stats' lists the types"
        case .type(let type, let near):
            "no action has the type '\(type)'; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
        case .placeInActions(let place, let reached, let near, let keys):
            "no action has anything at \(place)" + Self.instead(reached, near, keys)
        case .memberInActions(let name, let near): "no action has a member '\(name)'; did you mean '\(near)'?"
        }
    }

    private static func start(_ isInNoStore: Bool) -> String { isInNoStore ? "no store has all that it asks for: " : "" }

    private static func meant(_ word: StepWord?) -> String { word.map { "; did you mean \($0)?" } ?? "" }

    private static func instead(_ reached: JSONPointer, _ near: String?, _ keys: [String]) -> String {
        let meant = near.map { "; did you mean \(reached.appending($0))?" }
        if keys.isEmpty { return meant ?? "" }
        let words = keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? " and \(keys.count - 12) more" : "")
        return (meant ?? ";") + (reached.tokens.isEmpty ? " there" : " at \(reached) there") + " is \(words)"
    }
}
