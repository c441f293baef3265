package import RewindFormat
package import RewindValue

extension Timeline {
    /// The value at a place that a person says is wrong.
    ///
    /// - Parameters:
    ///   - expected: what should be there, as JSON; a text may stand without quotes where a text is. `nil` if the person did not say.
    ///   - step: the step after which it is wrong; by default the last whose state is known.
    ///   - store: the store; by default the only one that can have something there.
    /// - Throws: ``QuestionError`` if the state is unknown, or nothing is at the place and nothing can be missing there; or if `expected` is not JSON.
    package func wrongValue(
        at place: JSONPointer, expected: String? = nil, step: Int? = nil, store: String? = nil
    ) throws(QuestionError) -> WrongValue {
        let store = try oneStore(toAsk: [Predicate(place)], named: store)
        let (step, answer) = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            let number = if let step { try stepWithState(at: step).step } else { try lastKnownStep(of: store) }
            return (number, try state(at: number, store: store))
        }
        guard case .known(let state) = answer else {
            if let unknown = answer.unknown { throw .unknown(unknown) }
            return WrongValue(step: step, store: store, place: place, actual: nil)
        }
        let actual = state[place]
        if actual == nil, expected == nil || !state.canHaveMember(at: place) {
            throw .nothing(pathNotFound(at: place, in: state, step: step, store: store))
        }
        let value = try QuestionError.wrappingRecordingErrors { () throws(RecordingError) in
            try expected.map { (text) throws(RecordingError) in try Self.value(typed: text, insteadOf: actual) }
        }
        return WrongValue(step: step, store: store, place: place, actual: actual, expected: value)
    }

    private static func value(typed text: String, insteadOf actual: JSONValue?) throws(RecordingError) -> JSONValue {
        let value = try? JSONValue(parsing: text)
        switch (actual, value) {
        case (.string?, .string?), (.string?, .null?): break
        case (.string?, _), (nil, nil): return .string(text)
        default: break
        }
        guard let value else {
            throw RecordingError(
                .invalidRequest, "'\(text)' is not JSON, and the value that is there is no text",
                advice: "Write a number as 3, a text as '\"three\"', a list as '[1, 2]'")
        }
        return value
    }

    /// The places of a state where a person may see a text: it is the value, or a part of it, in capitals or not.
    ///
    /// - Parameter limit: the most places that are returned; those whose whole value it is come first.
    package static func places(showing text: String, in state: JSONValue, limit: Int) -> [JSONPointer] {
        let wanted = text.lowercased()
        var (same, containing): ([JSONPointer], [JSONPointer]) = ([], [])
        func look(_ value: JSONValue, _ place: JSONPointer) {
            if same.count >= limit { return }
            switch value {
            case .null: break
            case .bool, .number: if value.jsonText == wanted { same.append(place) }
            case .string(let text):
                let found = text.lowercased()
                if found == wanted {
                    same.append(place)
                } else if containing.count < limit, found.contains(wanted) {
                    containing.append(place)
                }
            case .array(let elements): for (index, element) in elements.enumerated() { look(element, place.appending(String(index))) }
            case .object(let object): for (key, member) in object { look(member, place.appending(key)) }
            }
        }
        if !wanted.isEmpty { look(state, .root) }
        return Array((same + containing).prefix(limit))
    }
}

extension JSONValue {
    /// Whether something could be at a place where nothing is: in an object, or behind an array's elements.
    fileprivate func canHaveMember(at place: JSONPointer) -> Bool {
        guard let token = place.tokens.last else { return false }
        switch self[JSONPointer(tokens: Array(place.tokens.dropLast()))] {
        case .object?: return true
        case .array(let elements)?: return token == String(elements.count)
        default: return false
        }
    }
}
