import RewindFormat
package import RewindValue

/// Values that a recording has at places: what else may be there, such as the other cases of an enum.
package struct SeenValues: Sendable {
    private var places: [PointerPattern: Seen] = [:]
    /// How many more values are looked at.
    private var left = 200_000

    fileprivate struct Seen {
        /// The different values, the first ones.
        var values: [JSONValue] = []
        var count = 0
        /// Whether there are more of them.
        var isCut = false
        /// The keys of the objects that stood there, each with a value.
        var members: [(key: String, value: JSONValue)] = []
        /// How many of the objects have each of these keys.
        var objects: [String: Int] = [:]
        /// Whether each of the objects has one member.
        var hasOneMember = true
    }

    /// How many different values are kept of a place.
    fileprivate static let limit = 12

    package init() {}

    /// Looks at a state, or at an action.
    package mutating func add(_ value: JSONValue) { add(value, at: .root) }

    private mutating func add(_ value: JSONValue, at place: JSONPointer) {
        if left <= 0 { return }
        left -= 1
        var seen = places[PointerPattern(place)] ?? Seen()
        seen.count += 1
        switch value {
        case .object(let object):
            for (key, member) in object where seen.objects[key] != nil || seen.members.count < 4 * Self.limit {
                if seen.objects[key] == nil { seen.members.append((key, member)) }
                seen.objects[key, default: 0] += 1
            }
            if object.count == 1 { seen.keep(value) } else { seen.hasOneMember = false }
        case .array(let elements): if !elements.isEmpty, seen.values.isEmpty { seen.values.append(value) }
        default: seen.keep(value)
        }
        places[PointerPattern(place)] = seen
        switch value {
        case .object(let object): for (key, member) in object { add(member, at: place.appending(key)) }
        case .array(let elements): for (index, element) in elements.enumerated() { add(element, at: place.appending(index)) }
        default: break
        }
    }

    /// Other values that stood at a place, of the kind of one.
    func others(than value: JSONValue, at place: PointerPattern) -> [JSONValue] {
        (places[place]?.values ?? []).filter { $0 != value && $0.isKin(of: value) }
    }

    /// Whether the values at a place are few and come again, as the cases of an enum do.
    func areClosed(at place: PointerPattern) -> Bool {
        guard let seen = places[place] else { return false }
        return !seen.isCut && seen.values.count > 1 && seen.count >= 2 * seen.values.count
    }

    /// Values that stood at a place where `null`, or nothing, stands now.
    func anything(at place: PointerPattern) -> [JSONValue] { (places[place]?.values ?? []).filter { $0 != .null } }

    /// Whether `null` stood at a place.
    func hasNull(at place: PointerPattern) -> Bool { places[place]?.values.contains(.null) ?? false }

    /// Whether each object at a place has one member, which is not always the same, as an enum with payloads has.
    func areCases(at place: PointerPattern) -> Bool {
        guard let seen = places[place] else { return false }
        return seen.members.count > 1 && seen.hasOneMember
    }

    /// Members that other objects at a place have, each with a value; none if they are the keys of a dictionary.
    func membersMissing(in object: JSONObject, at place: PointerPattern) -> [(key: String, value: JSONValue)] {
        guard let seen = places[place], seen.members.count <= 2 * max(object.count, 4), !seen.hasOneMember else { return [] }
        return seen.members.filter { object[$0.key] == nil }
    }

    /// Whether another object at a place lacks a member that some have.
    func mayLack(_ key: String, in place: PointerPattern) -> Bool { (places[place]?.objects[key] ?? .max) < (places[place]?.count ?? 0) }
}

extension SeenValues.Seen {
    fileprivate mutating func keep(_ value: JSONValue) {
        if values.contains(value) { return }
        if values.count < SeenValues.limit { values.append(value) } else { isCut = true }
    }
}

extension JSONValue {
    /// Whether both are of the same kind.
    func isKin(of other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null), (.bool, .bool), (.number, .number), (.string, .string), (.array, .array), (.object, .object): true
        default: false
        }
    }
}

extension Timeline {
    /// Values of a store's states, from steps all over the recording.
    ///
    /// Costs a look at as many states as are sampled.
    func seenStates(of store: String, samples: Int = 8) throws(RecordingError) -> SeenValues {
        var seen = SeenValues()
        let count = min(samples, steps.count)
        for sample in 0..<count {
            let step = steps.lowerBound + (count > 1 ? (steps.count - 1) * sample / (count - 1) : 0)
            if case .known(let state) = try state(at: step, store: store) { seen.add(state) }
        }
        return seen
    }

    /// Values of the actions of a type, from the steps near one.
    func seenActions(_ type: String, of store: String, near step: Int) throws(RecordingError) -> SeenValues {
        var seen = SeenValues()
        var items = StoreSteps(of: store, in: max(steps.lowerBound, step - 2_000)...min(steps.upperBound, step + 500), of: self)
        while let item = try items.next(upTo: .max) {
            if case .step(let other) = item, other.type == type, let action = other.action { seen.add(action) }
        }
        return seen
    }
}
