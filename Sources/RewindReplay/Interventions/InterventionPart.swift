import RewindFormat
import RewindValue

/// What is known besides the step: what else may stand at the places of its action and of the state.
package struct InterventionHints: Sendable {
    package var actions = SeenValues()
    package var states = SeenValues()
    package var actionTypes: StateTypes?
    package var stateTypes: StateTypes?

    package init() {}

    func seen(_ source: Dependency.Source) -> SeenValues { source.isAction ? actions : states }

    func types(_ source: Dependency.Source) -> StateTypes? { source.isAction ? actionTypes : stateTypes }
}

/// A part of an action or a state that can be changed by itself, and what to put there.
struct InterventionPart {
    let source: Dependency.Source
    /// What is there; `nil` if nothing is.
    let value: JSONValue?
    /// What to put there, the most telling first; empty if nothing is known that would decode.
    let replacements: [JSONValue]
    /// How many parts are around it that are changed as a whole; `nil` for a leaf.
    let depth: Int?
    let pattern: Pattern

    /// Its place without the indices: elements of an array decode alike.
    struct Pattern: Hashable {
        let isAction: Bool
        let place: PointerPattern
        var hasElements: Bool { place.tokens.contains { $0 == nil } }
    }

    init(_ source: Dependency.Source, _ value: JSONValue?, _ replacements: [JSONValue], depth: Int? = nil) {
        (self.source, self.value, self.depth) = (source, value, depth)
        var different: [JSONValue] = []
        for other in replacements where other != value && !different.contains(other) { different.append(other) }
        self.replacements = Array(different.prefix(Self.attempts))
        pattern = Pattern(isAction: source.isAction, place: PointerPattern(source.place))
    }

    /// How many values are tried in the place of one.
    static let attempts = 4
}

/// The parts of an action and of a state: leaves, arrays, the cases of enums, and optional members.
struct InterventionParts {
    private(set) var parts: [InterventionPart] = []
    /// Parts for which there is nothing to put there.
    private(set) var hopeless: [Dependency.Source] = []
    /// How many parts were left out, since there are so many.
    private(set) var leftOut = 0
    private let hints: InterventionHints
    private let limit: Int
    /// The places in the action of the cases that its type names: with another case, it would be another action.
    private let cases: Set<Dependency.Source>

    /// - Parameter type: the name of the action's type, such as `home/load`.
    init(action: JSONValue?, type: String = "", state: JSONValue, hints: InterventionHints, limit: Int) {
        (self.hints, self.limit) = (hints, limit)
        cases = Self.cases(of: action, type: type)
        if let action { visit(action, .action(.root), depth: 0) }
        visit(state, .state(.root), depth: 0)
    }

    private static func cases(of action: JSONValue?, type: String) -> Set<Dependency.Source> {
        var places: Set<Dependency.Source> = [.action(.root)]
        var place = JSONPointer.root
        var rest = type.split(separator: "/")[...]
        var value = action
        while let name = rest.first, case .object(let object)? = value, object.count == 1 {
            let (key, inner) = object.member(at: 0)
            // The payload of a case is in a member between two names.
            if key == name {
                places.insert(.action(place))
                rest.removeFirst()
            }
            (value, place) = (inner, place.appending(key))
        }
        return places
    }

    private mutating func add(_ part: InterventionPart) {
        if part.replacements.isEmpty { return hopeless.append(part.source) }
        if parts.count < limit { parts.append(part) } else { leftOut += 1 }
    }

    private mutating func visit(_ value: JSONValue, _ source: Dependency.Source, depth: Int, isOptional: Bool = false) {
        let place = PointerPattern(source.place)
        let (seen, types) = (hints.seen(source), hints.types(source))
        let typed = types?.alternatives(to: value, at: place) ?? []
        let none: [JSONValue] = isOptional || typed.contains(.null) || seen.hasNull(at: place) ? [.null] : []
        let others = typed.filter { $0 != .null } + seen.others(than: value, at: place)
        switch value {
        case .null: add(InterventionPart(source, value, others + seen.anything(at: place)))
        case .bool(let isTrue): add(InterventionPart(source, value, [.bool(!isTrue)] + none))
        case .number(let number):
            // Each by another amount, so that changes of several do not cancel each other.
            let more = Int64(parts.count % 89)
            let near = number.increased(by: 1 + more)
            let far = [number.increased(by: 1_000_003 + more), number.increased(by: -1_000_003 - more)]
            let zero: [JSONValue] = none.isEmpty ? [0] : none
            add(InterventionPart(source, value, seen.areClosed(at: place) ? others.prefix(2) + [near] + zero : [near] + zero + far))
        case .string(let text):
            let isClosed = typed.contains { $0 != .null } || text.utf8.count <= 40 && seen.areClosed(at: place)
            let own = (OtherText.likewise(text) ?? "a").asValue
            let last: [JSONValue] = none.isEmpty ? [""] : none
            // A text that only its end may change still decodes as what it is.
            let second = others.first ?? OtherText.lastOther(text)?.asValue
            add(InterventionPart(source, value, (isClosed ? others.prefix(2) + [own] : [own] + [second].compactMap { $0 }) + last))
        case .array(let elements):
            visit(elements, source, depth, none, others + seen.anything(at: place))
        case .object(let object):
            visit(object, source, depth, none, others)
        }
    }

    private mutating func visit(
        _ elements: [JSONValue], _ source: Dependency.Source, _ depth: Int, _ none: [JSONValue], _ others: [JSONValue]
    ) {
        var replacements: [JSONValue] = []
        if let last = elements.last {
            replacements = [.array(elements.dropLast()), []] + none
            // Two elements of one id are no list that an app would have.
            if last[TreeDiff.identity] == nil { replacements.append(.array(elements + [last])) }
        } else {
            replacements = others + none
        }
        add(InterventionPart(source, .array(elements), replacements, depth: depth))
        for (index, element) in elements.enumerated() {
            visit(element, source.at(source.place.appending(index)), depth: depth + 1)
        }
    }

    private mutating func visit(
        _ object: JSONObject, _ source: Dependency.Source, _ depth: Int, _ none: [JSONValue], _ others: [JSONValue]
    ) {
        let place = PointerPattern(source.place)
        let (seen, types) = (hints.seen(source), hints.types(source))
        let isRoot = cases.contains(source)
        let isEnum = types?.isEnum(at: place) == true || seen.areCases(at: place)
        let cases = isEnum && !isRoot ? others.filter { $0.object?.keys.first != object.keys.first } : []
        var inner = depth
        if !cases.isEmpty || !none.isEmpty && !isRoot {
            add(InterventionPart(source, .object(object), cases + none, depth: depth))
            inner += 1
        }
        for (key, member) in object {
            let isOptional = !isEnum && !isRoot && seen.mayLack(key, in: place)
            visit(member, source.at(source.place.appending(key)), depth: inner, isOptional: isOptional)
        }
        if isEnum || isRoot { return }
        var names: Set<String> = []
        for (key, value) in seen.membersMissing(in: object, at: place) where value != .null && names.insert(key).inserted {
            add(InterventionPart(source.at(source.place.appending(key)), nil, [value]))
        }
        for key in (types?.names(at: place) ?? []).sorted() where object[key] == nil && !key.hasPrefix("_") && names.insert(key).inserted {
            let own = source.at(source.place.appending(key))
            let values = types?.alternatives(to: nil, at: PointerPattern(own.place)) ?? []
            if !values.isEmpty { add(InterventionPart(own, nil, values.filter { $0 != .null })) }
        }
    }
}

extension JSONNumber {
    /// The number and another one, or 1 if the sum is out of its range.
    fileprivate func increased(by more: Int64) -> JSONValue {
        switch self {
        case .int(let value):
            let (sum, overflows) = value.addingReportingOverflow(more)
            return .number(.int(overflows ? 1 : sum))
        case .double(let value): return JSONNumber(value + Double(more)).map(JSONValue.number) ?? 1
        case .uint, .decimal: return 1
        }
    }
}

extension String {
    fileprivate var asValue: JSONValue { .string(self) }
}
