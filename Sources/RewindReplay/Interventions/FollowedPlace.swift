import RewindValue

/// A place in one state that is looked up in another one, in which elements may stand elsewhere.
///
/// An element that has an `id` of its own is followed by it. If that id is gone, the element at the same index is meant if its id is new as
/// well, so that an element whose id was changed is still the same. Elements without ids are followed by their index.
struct FollowedPlace {
    private let place: JSONPointer
    private var steps: [Step] = []

    private struct Step {
        let token: String
        /// The element's own id; `nil` if it has none, or if this is a member of an object.
        var id: JSONValue?
        /// The ids of all elements of its array.
        var known: Set<JSONValue> = []
    }

    init(_ place: JSONPointer, in state: JSONValue) {
        self.place = place
        var value: JSONValue? = state
        for token in place.tokens {
            var step = Step(token: token)
            if case .array(let elements)? = value, let index = ArrayIndex.parse(token) {
                let ids = elements.compactMap { $0.identity }
                let known = Set(ids)
                if ids.count == elements.count, known.count == ids.count {
                    step.known = known
                    step.id = ids.indices.contains(index) ? ids[index] : nil
                }
            }
            steps.append(step)
            value = value?[JSONPointer(tokens: [token])]
        }
    }

    /// The value at the place in another state; `nil` if nothing is there.
    func value(in state: JSONValue) -> JSONValue? { pointer(in: state).flatMap { state[$0] } }

    /// Whether a value is at the place in another state.
    ///
    /// Where elements have ids that they did not have, or one that another has, an id may have been changed: then the element at the same
    /// index may be meant as well.
    func has(_ wanted: JSONValue?, in state: JSONValue) -> Bool {
        value(in: state) == wanted || hasOtherIDs(in: state) && state[place] == wanted
    }

    private func hasOtherIDs(in state: JSONValue) -> Bool {
        var value: JSONValue? = state
        for step in steps {
            if step.id != nil, case .array(let elements)? = value {
                let ids = elements.compactMap { $0.identity }
                if !step.known.isSuperset(of: ids) || Set(ids).count < ids.count { return true }
            }
            value = value?[JSONPointer(tokens: [step.token])]
        }
        return false
    }

    /// Where the place is in another state; `nil` if nothing is there.
    func pointer(in state: JSONValue) -> JSONPointer? {
        var (value, place) = (state, JSONPointer.root)
        for step in steps {
            var token = step.token
            if case .array(let elements) = value, let id = step.id {
                if let index = elements.firstIndex(where: { $0.identity == id }) {
                    token = String(index)
                } else if let index = ArrayIndex.parse(token), elements.indices.contains(index),
                    let other = elements[index].identity, step.known.contains(other)
                {
                    return nil
                }
            }
            place = place.appending(token)
            guard let next = value[JSONPointer(tokens: [token])] else { return nil }
            value = next
        }
        return place
    }
}

extension JSONValue {
    /// What an element is known by: its member `id`, a text or a number.
    fileprivate var identity: JSONValue? {
        switch self[TreeDiff.identity] {
        case .string(let id)?: .string(id)
        case .number(let id)?: .number(id)
        default: nil
        }
    }
}
