package import RewindFormat
package import RewindValue

/// The actions that a recording has so far, by type: the last of each type is a template for new ones, and their shape tells what fits.
package struct SeenActions: Sendable {
    /// The actions of each type, by store.
    private var kinds: [String: [String: Kind]] = [:]
    private var lastStep = 0

    /// The actions of one type in one store.
    package struct Kind: Sendable {
        /// The type.
        package var type: String
        /// The store.
        package var store: String
        /// The number of these actions.
        package var count = 0
        /// The last one that can be dispatched again.
        package var last: ActionLine
        /// What they have in common.
        package var shape = JSONShape()
    }

    /// No actions.
    package init() {}

    /// Takes in what the recording has gained since the last call.
    ///
    /// - Throws: `RecordingError` if a segment can't be read.
    package mutating func take(_ timeline: Timeline) throws(RecordingError) {
        let end = timeline.steps.upperBound
        guard end > lastStep else { return }
        var kinds = kinds
        try timeline.forEachItem(in: max(lastStep + 1, timeline.steps.lowerBound)...end) { item in
            guard case .step(let step) = item, let line = step.action, let action = line.action, !line.isDumped, line.error == nil,
                line.type != ActionLine.external
            else { return }
            var kind = kinds[line.type]?[line.store] ?? Kind(type: line.type, store: line.store, last: line)
            kind.count += 1
            kind.last = line
            if kind.count <= Self.shapeCount { kind.shape.take(action) }
            kinds[line.type, default: [:]][line.store] = kind
        }
        (self.kinds, lastStep) = (kinds, end)
    }

    /// How many actions of a type determine its shape.
    private static let shapeCount = 1_000

    /// All types, in the order of their names.
    package var all: [Kind] { kinds.values.flatMap { $0.values }.sorted { ($0.type, $0.store) < ($1.type, $1.store) } }

    /// The actions of a type, one kind for each store that had any.
    package subscript(type: String) -> [Kind] { kinds[type]?.values.sorted { $0.store < $1.store } ?? [] }

    /// The types, recorded or known, that may be meant by a type's name: those that it begins or ends, or whose parts are all near its own.
    ///
    /// - Parameter known: types that the app has, even if they were never recorded.
    package func types(near type: String, known: [String] = []) -> [String] {
        let parts = type.split(separator: "/").map(String.init)
        return Set(kinds.keys).union(known).sorted().filter { candidate in
            let others = candidate.split(separator: "/").map(String.init)
            if others.count != parts.count { return candidate.hasSuffix("/" + type) || candidate.hasPrefix(type + "/") }
            return zip(parts, others).allSatisfy { NearWord.to($0, among: [$1]) != nil }
        }
    }

    /// The likely JSON of an action of a type, `{"home":{"_0":{"move":{…}}}}`, modelled on a recorded action with as many cases, preferably
    /// one with the same first case; `nil` if no such action was recorded.
    package func likelyText(ofType type: String) -> String? {
        let names = type.split(separator: "/").map(String.init)
        let models = all.filter { $0.type.split(separator: "/").count == names.count }
        let beside = models.filter { $0.type.hasPrefix("\(names.first ?? "")/") }
        guard let keys = (beside + models).lazy.compactMap({ Self.keys(of: $0.last.action, naming: names) }).first else { return nil }
        return keys.map { "{\(JSONValue.string($0).jsonText):" }.joined() + "{…}" + String(repeating: "}", count: keys.count)
    }

    /// The keys on the path to an action's innermost case, with the cases renamed; `nil` if the action does not have that many cases.
    private static func keys(of action: JSONValue?, naming names: [String]) -> [String]? {
        var (value, names, keys) = (action, names[...], [String]())
        while case .object(let object)? = value, object.count == 1, let member = object.first, !names.isEmpty {
            keys.append(member.key.hasPrefix("_") ? member.key : names.removeFirst())
            value = member.value
        }
        return names.isEmpty ? keys : nil
    }

    /// The likely types of an action, at most one for each store; empty if no recorded type is likely.
    ///
    /// The type follows from the names of the cases, `{"home":{"_0":{"didReceive":…}}}`, or else from the shape.
    package func kinds(of action: JSONValue) -> [Kind] {
        let names = Self.caseNames(of: action)
        for count in stride(from: names.count, to: 0, by: -1) {
            let named = self[names.prefix(count).joined(separator: "/")]
            if !named.isEmpty { return named }
        }
        var fitting: [Kind] = []
        for kind in all where !fitting.contains(where: { $0.store == kind.store }) && kind.shape.mismatch(action) == nil {
            fitting.append(kind)
        }
        return fitting
    }

    /// The cases that an action is made of, outermost first.
    private static func caseNames(of action: JSONValue) -> [String] {
        var names: [String] = []
        var value = action
        while case .object(let object) = value, object.count == 1, let member = object.first {
            if !member.key.hasPrefix("_") { names.append(member.key) }
            value = member.value
        }
        if case .string(let name) = value, names.isEmpty { names.append(name) }
        return names
    }
}
