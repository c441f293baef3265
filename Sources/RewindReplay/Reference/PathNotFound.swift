import RewindFormat
package import RewindValue

/// Says that a state has nothing at a path, how far the path leads, and where it could go from there.
package struct PathNotFound: Error, Equatable, CustomStringConvertible {
    /// The sentence, without a full stop.
    package private(set) var description: String
    /// How close the path is to something that exists: higher the further it leads, and if a similar name exists.
    let nearness: Int
    /// The place with a similar name that is probably meant.
    package private(set) var meant: JSONPointer?

    /// Looks for the place where a path leaves the state.
    ///
    /// - Parameters:
    ///   - store: The store of the state, if it has to be named.
    ///   - optional: The part of the path that may be nil, and is.
    package init(of path: JSONPointer, in state: JSONValue, step: Int, store: String? = nil, optional: JSONPointer? = nil) {
        let sentence = "the state \(store.map { "of \($0) " } ?? "")after step \(step) has nothing at \(path)"
        if let optional {
            nearness = 2 * path.tokens.count
            description = sentence + ": \(optional == path ? "it" : optional.description) is optional, and nil there"
            return
        }
        var reached = JSONPointer.root
        var value = state
        var meant = ""
        for token in path.tokens {
            let next = reached.appending(token)
            guard let inner = state[next] else {
                if let index = value.array?.firstIndex(of: .string(token)), index % 2 == 0 {
                    meant =
                        "; '\(token)' is the key at \(reached.appending(String(index))): is its value meant, \(reached.appending(String(index + 1)))?"
                } else if let near = value.object.flatMap({ NearWord.all(to: token, among: $0.keys).first }) {
                    self.meant = reached.appending(near)
                    meant = "; did you mean \(reached.appending(near))?"
                }
                break
            }
            reached = next
            value = inner
        }
        nearness = 2 * reached.tokens.count + (meant.isEmpty ? 0 : 1)
        let place = reached.tokens.isEmpty ? "the state" : reached.description
        description = sentence + meant + (meant.isEmpty ? "; " : " ") + "\(place) \(Self.content(of: value))"
    }

    /// The same, with the step that removed the value.
    func removed(by step: Step) -> PathNotFound {
        var error = self
        error.description += "; step \(step.number)\(step.line.map { ", \($0.type)," } ?? "") removed it"
        return error
    }

    private static func content(of value: JSONValue) -> String {
        switch value {
        case .object(let object): return object.isEmpty ? "is an empty object" : "has " + list(Array(object.keys))
        case .array(let elements): return elements.isEmpty ? "is an empty array" : "has the indices 0 to \(elements.count - 1)"
        default:
            let text = value.jsonText
            return "is " + (text.count > 40 ? text.prefix(39) + "…" : text)
        }
    }

    private static func list(_ keys: [String]) -> String {
        let shown = keys.prefix(12).joined(separator: ", ")
        return keys.count > 12 ? "\(shown) and \(keys.count - 12) more" : shown
    }
}
