import RewindCapture
import RewindFormat
package import RewindReplay
package import RewindValue

/// The part of a recorded state that is shared with other replicas, in a form that can be merged by path.
///
/// A collection that encodes as an array and whose elements are not identified by index becomes an object, as far as the types tell where
/// such collections are: a set `["a", "b"]` becomes `{"\"a\"": true, "\"b\"": true}`, and a dictionary `[3.5, "x"]` becomes
/// `{"": [], "3.5": "x"}`, whose first member distinguishes it from a dictionary that is already recorded as an object. A range becomes the
/// text of its bounds, `"[1,5]"`, so that no change affects only half of it. A collection with two entries that look alike, and a range
/// that is partly hidden, stay arrays.
///
/// Places that belong to each replica alone are left out, as are set elements and dictionary entries whose key is hidden.
package struct SharedForm: Sendable {
    private let places: CollectionPlaces
    private let own: PatternTree
    /// Whether a single placeholder replaces everything that is hidden.
    private let levelsPlaceholders: Bool
    private let start: Spot

    /// What is known of a place: its type, and where in the pattern tree it is.
    private struct Spot {
        var kind: CollectionPlaces.Kind?
        var own: [Int] = []
    }

    /// The form of states of one type.
    ///
    /// - Parameters:
    ///   - type: the type's name.
    ///   - places: the places of its collections.
    ///   - own: the places that belong to each replica alone.
    ///   - levelsPlaceholders: whether a single placeholder replaces everything that is hidden, since each recording has its own
    ///     placeholders, which mean nothing to another.
    package init(ofType type: String, _ places: CollectionPlaces, except own: [PointerPattern] = [], levelsPlaceholders: Bool = false) {
        self.places = places
        self.own = PatternTree(own)
        self.levelsPlaceholders = levelsPlaceholders
        start = Spot(kind: places.kind(ofType: type), own: self.own.start)
    }

    // MARK: Values

    package func of(_ state: JSONValue) -> JSONValue { shared(state, start) }

    private func shared(_ value: JSONValue, _ spot: Spot) -> JSONValue {
        if spot.kind == nil, spot.own.isEmpty, !levelsPlaceholders { return value }
        switch value {
        case .null, .bool, .number: return value
        case .string(let text):
            guard levelsPlaceholders, let placeholder = Placeholder(text) else { return value }
            return .string(placeholder.marks.reduce(text) { $0.replacing($1, with: "00000000") })
        case .array(let elements):
            if let collection = spot.kind.flatMap(places.collection) { return shared(elements, collection, spot) }
            let next = Spot(kind: spot.kind.flatMap { places.below($0, "0", of: value) }, own: inside(spot))
            return .array(elements.map { shared($0, next) })
        case .object(let object):
            return .object(
                JSONObject(object.compactMap { key, member in below(spot, key, of: value).map { (key, shared(member, $0)) } }))
        }
    }

    private func shared(_ elements: [JSONValue], _ collection: CollectionPlaces.Collection, _ spot: Spot) -> JSONValue {
        guard let keys = keys(of: elements, collection, spot) else { return .array(plain(elements, spot)) }
        let open = keys.enumerated().compactMap { place, key in key.map { (key: $0, place: place) } }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        switch collection {
        case .set: return .object(JSONObject(open.map { ($0.key, true) }))
        case .dictionary(_, let kind):
            let next = Spot(kind: kind, own: inside(spot))
            return .object(JSONObject([(Self.mark, .array([]))] + open.map { ($0.key, shared(elements[2 * $0.place + 1], next)) }))
        case .range: return .string(open[0].key)
        }
    }

    /// The keys of a collection's entries: the JSON texts of a set's elements, of a dictionary's keys, or of a whole range; `nil` for an
    /// entry with a hidden key, and instead of all keys if they are not distinct.
    private func keys(of elements: [JSONValue], _ collection: CollectionPlaces.Collection, _ spot: Spot) -> [String?]? {
        let keys: [String]
        switch collection {
        case .set(let kind): keys = plain(elements, spot).map { key($0, kind) }
        case .dictionary(let kind, _):
            if elements.count % 2 == 1 { return nil }
            keys = plain(stride(from: 0, to: elements.count, by: 2).map { elements[$0] }, spot).map { key($0, kind) }
        case .range:
            let key = JSONValue.array(plain(elements, spot)).jsonText
            return Placeholder(key) == nil ? [key] : nil
        }
        let open = keys.map { Placeholder($0) == nil ? $0 : nil }
        let known = open.compactMap(\.self)
        return Set(known).count == known.count ? open : nil
    }

    /// The shared part of an array's elements, which stay an array.
    private func plain(_ elements: [JSONValue], _ spot: Spot) -> [JSONValue] {
        let next = Spot(own: inside(spot))
        return elements.map { shared($0, next) }
    }

    /// A text of the value that is the same in every process.
    private func key(_ value: JSONValue, _ kind: CollectionPlaces.Kind?) -> String {
        let value = value.withSortedMembers
        return (kind.map { places.sorted(value, $0) } ?? value).jsonText
    }

    private func recorded(_ value: JSONValue, _ kind: CollectionPlaces.Kind?) -> JSONValue {
        guard let kind else { return value }
        switch (value, places.collection(kind)) {
        case (.null, _), (.bool, _), (.number, _), (.string, .set), (.string, .dictionary), (.string, nil), (.array, .some): return value
        case (.string(let text), .range): return Self.value(of: text).array.map(JSONValue.array) ?? value
        case (.object(let object), .set): return .array(object.keys.map(Self.value))
        case (.object(let object), .dictionary(_, let kind)) where object[Self.mark] != nil:
            return .array(object.filter { $0.key != Self.mark }.flatMap { [Self.value(of: $0.key), recorded($0.value, kind)] })
        case (.object(let object), _):
            return .object(JSONObject(object.map { ($0.key, recorded($0.value, places.below(kind, $0.key, of: value))) }))
        case (.array(let elements), nil):
            let next = places.below(kind, "0", of: value)
            return .array(elements.map { recorded($0, next) })
        }
    }

    private static func value(of key: String) -> JSONValue { (try? JSONValue(parsing: Array(key.utf8))) ?? .string(key) }

    /// The key of the member that marks a dictionary recorded as an array; it is not JSON text.
    private static let mark = ""

    // MARK: Places

    /// What is known of a member or an element; `nil` if it belongs to each replica alone.
    private func below(_ spot: Spot, _ token: String, of value: JSONValue) -> Spot? {
        let next = spot.own.isEmpty ? [] : own.next(spot.own, token)
        if !next.isEmpty, own.rule(next) != nil { return nil }
        return Spot(kind: spot.kind.flatMap { places.below($0, token, of: value) }, own: next)
    }

    /// Where in the pattern tree the elements of an array are.
    private func inside(_ spot: Spot) -> [Int] { spot.own.isEmpty ? [] : own.next(spot.own, nil) }

    private enum Place {
        /// A place that both forms have, with what is known of it.
        case common(Spot)
        /// A collection that differs in the two forms, the outermost one.
        case collection(JSONPointer, Spot)
        /// A place that belongs to each replica alone.
        case own
    }

    /// - Parameter state: the recorded state to which the operation applies; without it, everything that may be a collection counts as one.
    private func place(_ pointer: JSONPointer, isReplaced: Bool, in state: JSONValue?) -> Place {
        var (spot, value) = (start, state)
        for depth in 0...pointer.tokens.count {
            let isLast = depth == pointer.tokens.count
            if !isLast || isReplaced, spot.kind.flatMap(places.collection) != nil, state == nil || value?.array != nil {
                return .collection(JSONPointer(tokens: Array(pointer.tokens[..<depth])), spot)
            }
            if isLast { break }
            guard let next = below(spot, pointer.tokens[depth], of: value ?? .null) else { return .own }
            (spot, value) = (next, value?[JSONPointer(tokens: [pointer.tokens[depth]])])
        }
        return .common(spot)
    }

    private func place(_ operation: JSONPatch.Operation, in state: JSONValue?) -> Place {
        var isReplaced = false
        if case .replace = operation { isReplaced = true }
        let place = place(operation.pointer, isReplaced: isReplaced, in: state)
        guard let from = operation.from else { return place }
        return switch (place, self.place(from, isReplaced: false, in: state)) {
        case (.own, _), (_, .own): .own
        case (.common, .common): place
        case (.collection(let one, _), .collection(let other, _)) where one == other: place
        default: .collection(.root, start)
        }
    }

    /// Whether a patch may differ in the two forms by more than what is left out.
    package func concerns(_ patch: JSONPatch) -> Bool {
        start.kind != nil
            && patch.operations.contains { operation in
                switch place(operation, in: nil) {
                case .own: false
                case .collection: true
                case .common(let spot): spot.kind != nil && operation.value != nil
                }
            }
    }

    // MARK: Patches

    /// Applies a patch to a recorded state, and returns its effect on the shared form.
    ///
    /// Costs as much as applying it; if it changes a collection, also about as much as writing that.
    ///
    /// - Throws: the first operation that can't be applied; then the operations before it are applied.
    package func apply(_ patch: JSONPatch, to state: inout JSONValue) throws(JSONPatchError) -> JSONPatch {
        guard concerns(patch) else {
            try patch.apply(to: &state)
            return JSONPatch(patch.operations.compactMap { shared($0, in: nil) })
        }
        var operations: [JSONPatch.Operation] = []
        var open: (pointer: JSONPointer, spot: Spot, before: JSONValue)?
        func close() {
            guard let (pointer, spot, before) = open.take(), let after = state[pointer] else { return }
            operations += TreeDiff(from: before, to: shared(after, spot)).exactPatch.moved(below: pointer).operations
        }
        for operation in patch.operations {
            if case .collection(let pointer, let spot) = place(operation, in: state) {
                if open?.pointer != pointer {
                    close()
                    open = state[pointer].map { (pointer, spot, shared($0, spot)) }
                }
            } else {
                close()
                if let operation = shared(operation, in: state) { operations.append(operation) }
            }
            try JSONPatch([operation]).apply(to: &state)
        }
        close()
        return JSONPatch(operations)
    }

    /// Applies the patches of one store's states like this, and those of other stores as they are.
    package func applying(to store: String) -> FollowedStates.Applying {
        { (name, patch, state) throws(JSONPatchError) in
            if name == store { return try apply(patch, to: &state) }
            try patch.apply(to: &state)
            return patch
        }
    }

    private func shared(_ operation: JSONPatch.Operation, in state: JSONValue?) -> JSONPatch.Operation? {
        guard case .common(let spot) = place(operation, in: state) else { return nil }
        return operation.withValue { shared($0, spot) }
    }

    /// The patch of a recorded state that has the same effect as a patch of its shared form.
    ///
    /// Elements that stay in a collection keep their place, so that hidden ones are kept; new ones come last.
    ///
    /// - Throws: the first operation that can't be applied.
    package func recorded(_ patch: JSONPatch, in state: JSONValue) throws(JSONPatchError) -> JSONPatch {
        guard concerns(patch) else { return patch }
        var state = state
        var made: [JSONPatch.Operation] = []
        var open: (pointer: JSONPointer, spot: Spot, operations: [JSONPatch.Operation])?
        func make(_ operations: [JSONPatch.Operation]) throws(JSONPatchError) {
            try JSONPatch(operations).apply(to: &state)
            made += operations
        }
        func close() throws(JSONPatchError) {
            guard let (pointer, spot, operations) = open.take(), let before = state[pointer] else { return }
            var target = self.shared(before, spot)
            try JSONPatch(operations).apply(to: &target)
            try make(try changes(of: before, to: target, spot).moved(below: pointer).operations)
        }
        for operation in patch.operations {
            switch place(operation, in: state) {
            case .collection(let pointer, let spot):
                if open?.pointer != pointer {
                    try close()
                    open = (pointer, spot, [])
                }
                open?.operations.append(operation.moved(above: pointer))
            case .common(let spot):
                try close()
                try make([operation.withValue { recorded($0, spot.kind) }])
            case .own: continue
            }
        }
        try close()
        return JSONPatch(made)
    }

    /// The patch that turns a recorded value into one with a given shared form.
    private func changes(of value: JSONValue, to target: JSONValue, _ spot: Spot) throws(JSONPatchError) -> JSONPatch {
        let form = SharedForm(self, at: spot)
        let now = form.of(value)
        guard let collection = spot.kind.flatMap(places.collection), let elements = value.array else {
            return try form.recorded(TreeDiff(from: now, to: target).exactPatch, in: value)
        }
        if now == target || now.array != nil && target.array != nil { return TreeDiff(from: now, to: target).exactPatch }
        guard let wanted = target.object, let keys = keys(of: elements, collection, spot) else {
            return JSONPatch([.replace(.root, recorded(target, spot.kind))])
        }
        func pointer(_ index: Int) -> JSONPointer { JSONPointer(tokens: [String(index)]) }
        let size: Int
        var operations: [JSONPatch.Operation] = []
        var kept: [Int] = []
        let next: Spot?
        switch collection {
        case .dictionary(_, let kind): (size, next) = (2, Spot(kind: kind, own: inside(spot)))
        case .set, .range: (size, next) = (1, nil)
        }
        for place in keys.indices.reversed() {
            // Hidden entries stay this replica's own.
            if keys[place].map({ wanted[$0] != nil }) ?? true {
                kept.append(place)
            } else {
                for index in (size * place..<size * (place + 1)).reversed() { operations.append(.remove(pointer(index))) }
            }
        }
        if let next {
            for (position, place) in kept.reversed().enumerated() {
                guard let key = keys[place], let member = wanted[key] else { continue }
                let changes = try changes(of: elements[2 * place + 1], to: member, next)
                operations += changes.moved(below: pointer(2 * position + 1)).operations
            }
        }
        let known = Set(keys.compactMap(\.self))
        var count = size * kept.count
        for (key, member) in wanted where key != Self.mark && !known.contains(key) {
            for value in [Self.value(of: key)] + (next.map { [recorded(member, $0.kind)] } ?? []) {
                operations.append(.add(pointer(count), value))
                count += 1
            }
        }
        return JSONPatch(operations)
    }

    /// The form of the value at a place.
    private init(_ form: SharedForm, at spot: Spot) {
        (places, own, levelsPlaceholders, start) = (form.places, form.own, form.levelsPlaceholders, spot)
    }
}

extension JSONPatch.Operation {
    fileprivate var value: JSONValue? {
        switch self {
        case .add(_, let value), .replace(_, let value), .test(_, let value): value
        case .remove, .move, .copy: nil
        }
    }

    /// The operation with its value transformed by a function.
    fileprivate func withValue(_ change: (JSONValue) -> JSONValue) -> Self {
        switch self {
        case .add(let pointer, let value): .add(pointer, change(value))
        case .replace(let pointer, let value): .replace(pointer, change(value))
        case .test(let pointer, let value): .test(pointer, change(value))
        case .remove, .move, .copy: self
        }
    }
}

extension JSONValue {
    /// The value with the members of all objects sorted by key.
    fileprivate var withSortedMembers: JSONValue {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map(\.withSortedMembers))
        case .object(let object):
            .object(
                JSONObject(
                    object.map { ($0.key, $0.value.withSortedMembers) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }))
        }
    }

    /// Whether it's a text that replaces something hidden.
    package var isPlaceholder: Bool { string.flatMap(Placeholder.init) != nil }
}
