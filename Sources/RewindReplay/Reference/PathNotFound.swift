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
        let subject = "the state \(store.map { "of \($0) " } ?? "")after step \(step)"
        if let optional {
            let reason = "\(optional == path ? "it" : optional.description) is optional, and nil there"
            self.init(description: "\(subject) has nothing at \(path): \(reason)", nearness: 2 * path.tokens.count)
            return
        }
        self.init(of: path, in: state, of: subject, whole: "the state")
    }

    private init(description: String, nearness: Int) { (self.description, self.nearness) = (description, nearness) }

    /// The same for the action of a step, which has what a person means inside the cases of enums: a place that ends like the path is meant.
    package init(of path: JSONPointer, inActionOf step: Int, _ action: JSONValue) {
        let name = JSONPointer(tokens: Array(path.tokens.suffix(1)))
        let ending = action.places(endingWith: path) + action.places(endingWith: name)
        self.init(of: path, in: action, of: "the action of step \(step)", whole: "the action", ending: ending)
    }

    /// - Parameters:
    ///   - subject: whose value it is, as the sentence begins.
    ///   - whole: the whole value, in a word.
    ///   - ending: the places that end like the path.
    private init(of path: JSONPointer, in state: JSONValue, of subject: String, whole: String, ending: [JSONPointer] = []) {
        let sentence = "\(subject) has nothing at \(path)"
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
                } else if let place = ending.first {
                    self.meant = place
                    meant = "; did you mean \(place)?"
                }
                break
            }
            reached = next
            value = inner
        }
        nearness = 2 * reached.tokens.count + (meant.isEmpty ? 0 : 1)
        let place = reached.tokens.isEmpty ? whole : reached.description
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

extension JSONValue {
    /// The places in the value whose last tokens are those of a path, in order.
    fileprivate func places(endingWith path: JSONPointer) -> [JSONPointer] {
        var found: [JSONPointer] = []
        func look(_ value: JSONValue, at place: JSONPointer) {
            if place.tokens.count > path.tokens.count, place.tokens.suffix(path.tokens.count) == path.tokens[...] { found.append(place) }
            switch value {
            case .object(let members): for (key, member) in members { look(member, at: place.appending(key)) }
            case .array(let elements): for (index, element) in elements.enumerated() { look(element, at: place.appending(index)) }
            default: break
            }
        }
        look(self, at: .root)
        return found
    }
}
