import RewindFormat
package import RewindValue

/// The rules that the shapes of a state's types suggest: what two versions of an app have by which names.
///
/// A field that is gone and one that is new, of the same type, are taken for one that was renamed if there is no other such pair; a field
/// whose type has become an array of it, or a struct around it, for one that was wrapped. The payloads of enums are not compared.
package struct ShapeComparison {
    private let old: JSONObject
    private let new: JSONObject
    private var changes: [StateRule.Change] = []

    /// The types on the way, since a type may hold itself.
    private var open: [String] = []

    /// Compares the types of two versions of a state.
    ///
    /// - Parameters:
    ///   - old: the shapes of the types of the earlier version, by name, as a manifest has them, and the name of its state's type.
    ///   - new: those of the later version.
    package static func changes(
        from old: (types: JSONObject, state: String), to new: (types: JSONObject, state: String)
    ) -> [StateRule.Change] {
        var comparison = ShapeComparison(old: old.types, new: new.types)
        comparison.compare(old.state, new.state, at: [])
        return comparison.changes
    }

    private init(old: JSONObject, new: JSONObject) { (self.old, self.new) = (old, new) }

    private mutating func compare(_ oldType: String, _ newType: String, at place: [String]) {
        let (oldType, newType) = (Self.unwrapped(oldType), Self.unwrapped(newType))
        if let key = wrapping(oldType, newType) { return changes.append(.wrap(Self.pattern(place), key: key)) }
        if newType == "Swift.Array<\(oldType)>" { return changes.append(.wrap(Self.pattern(place), key: nil)) }
        if let oldElement = Self.element(oldType), let newElement = Self.element(newType) {
            return compare(oldElement, newElement, at: place + ["*"])
        }
        guard !open.contains(newType), let before = Self.fields(of: oldType, in: old), let after = Self.fields(of: newType, in: new) else {
            return
        }
        open.append(newType)
        let gone = before.filter { field in !after.contains { $0.name == field.name } }
        var added = after.filter { field in !before.contains { $0.name == field.name } }
        for field in gone {
            let fitting = added.filter { $0.type == field.type }
            if fitting.count == 1, gone.filter({ $0.type == field.type }).count == 1 {
                changes.append(.rename(Self.pattern(place + [field.name]), to: Self.pattern(place + [fitting[0].name])))
                added.removeAll { $0 == fitting[0] }
            } else {
                changes.append(.remove(Self.pattern(place + [field.name])))
            }
        }
        for field in added where !field.type.hasPrefix("Swift.Optional<") {
            changes.append(.fill(Self.pattern(place + [field.name]), Self.value(of: field.type)))
        }
        for field in after {
            guard let earlier = before.first(where: { $0.name == field.name }) else { continue }
            compare(earlier.type, field.type, at: place + [field.name])
        }
        open.removeLast()
    }

    /// The only field of a struct that is new, if it has an earlier type.
    private func wrapping(_ earlier: String, _ later: String) -> String? {
        guard earlier != later, old[later] == nil, let fields = Self.fields(of: later, in: new) else { return nil }
        let fitting = fields.filter { $0.type == earlier }
        return fitting.count == 1 && fields.allSatisfy { $0 == fitting[0] || $0.type.hasPrefix("Swift.Optional<") } ? fitting[0].name : nil
    }

    private struct Field: Equatable {
        var name: String
        var type: String
    }

    private static func fields(of type: String, in types: JSONObject) -> [Field]? {
        types[type]?["fields"]?.object.map { $0.compactMap { name, type in type.string.map { Field(name: name, type: $0) } } }
    }

    /// A value of a type, to begin with.
    private static func value(of type: String) -> JSONValue {
        switch type {
        case "Swift.Bool": false
        case "Swift.String": ""
        case "Swift.Int", "Swift.Double", "Swift.UInt", "Swift.Float": 0
        case _ where type.hasPrefix("Swift.Array<") || type.hasPrefix("Swift.Set<"): []
        case _ where type.hasPrefix("Swift.Dictionary<Swift.String, "): [:]
        default: .null
        }
    }

    private static func pattern(_ tokens: [String]) -> PointerPattern {
        PointerPattern(tokens.map { $0 == "*" ? "/*" : JSONPointer(tokens: [$0]).description }.joined())
    }

    private static func unwrapped(_ type: String) -> String {
        var type = type
        while let inner = argument(of: type, "Swift.Optional<") { type = inner }
        return type
    }

    /// The type of what is in an array, or in a dictionary that is encoded as an object.
    private static func element(_ type: String) -> String? {
        argument(of: type, "Swift.Array<") ?? argument(of: type, "Swift.Dictionary<Swift.String, ")
    }

    private static func argument(of name: String, _ prefix: String) -> String? {
        name.hasPrefix(prefix) && name.hasSuffix(">") ? String(name.dropFirst(prefix.count).dropLast()) : nil
    }
}
