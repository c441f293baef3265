import RewindFormat
package import RewindValue

/// The types in the states of a store, or in its actions, as far as the shapes in a manifest, or those of a host, tell.
package struct StateTypes: Sendable {
    private let shapes: JSONObject
    private let whole: String

    /// - Parameters:
    ///   - shapes: the shapes of the types (``TypeShape``), by name.
    ///   - whole: the name of the type of the state.
    package init(shapes: JSONObject, state whole: String) { (self.shapes, self.whole) = (shapes, whole) }

    /// The names under which the struct at a place, or the payload of a case, encodes its members; `nil` if it is unknown what is there.
    func names(at place: PointerPattern) -> Set<String>? {
        var type: String? = whole
        for token in place.tokens { type = type.flatMap { below($0, token) } }
        if let payload = type, payload.hasPrefix("("), payload.hasSuffix(")") { return Set(Self.labels(of: payload).map { $0.label }) }
        guard let name = type.map({ Self.unwrapped($0) }), let shape = shape(name), shape.kind == .struct else { return nil }
        // The storage of a wrapped property encodes under the property's name.
        var names = Set(shape.members.map { $0.name })
        for field in names where field.hasPrefix("_") { names.insert(String(field.dropFirst())) }
        for (keys, texts) in shapes where keys.hasPrefix(name + ".") && keys.contains(text: "CodingKeys") {
            names.formUnion(TypeShape(json: texts)?.members.map { $0.name } ?? [])
        }
        return names
    }

    /// What else may stand at a place by its type, in the form that it encodes to: the other cases of an enum that have no payload, `null`
    /// for an optional, and where `null` stands, a value of the type.
    func alternatives(to value: JSONValue?, at place: PointerPattern) -> [JSONValue] {
        var type: String? = whole
        for token in place.tokens { type = type.flatMap { below($0, token) } }
        guard let type else { return [] }
        let name = Self.unwrapped(type)
        var found: [JSONValue] = []
        if let shape = shape(name), shape.kind == .enum {
            for member in shape.members where member.type == nil {
                switch value {
                case .string?: found.append(.string(member.rawValue ?? member.name))
                case .object?: found.append(.object([member.name: [:]]))
                default: found += [.string(member.rawValue ?? member.name), .object([member.name: [:]])]
                }
            }
            // A case with a payload is the case still if only the payload is another.
            if case .object(let object)? = value { found.removeAll { $0.object?.keys.first == object.keys.first } }
        } else if value == nil || value == .null, let simple = Self.simple[name] {
            found.append(simple)
        }
        if type.hasPrefix("Swift.Optional<"), value != nil, value != .null { found.append(.null) }
        return found.filter { $0 != value }
    }

    /// Whether an enum is at a place.
    func isEnum(at place: PointerPattern) -> Bool {
        var type: String? = whole
        for token in place.tokens { type = type.flatMap { below($0, token) } }
        return type.flatMap { shape(Self.unwrapped($0)) }?.kind == .enum
    }

    /// A value of each simple type.
    private static let simple: [String: JSONValue] = ["Swift.Int": 1, "Swift.Double": 1, "Swift.String": "a", "Swift.Bool": true]

    private func shape(_ name: String) -> TypeShape? {
        guard let shape = shapes[name].flatMap({ TypeShape(json: $0) }), !shape.isCut else { return nil }
        return shape
    }

    /// The type of a member or an element, whose key is `nil` for any; the payload of a case is in parentheses.
    private func below(_ type: String, _ token: String?) -> String? {
        let type = Self.unwrapped(type)
        if type.hasPrefix("("), type.hasSuffix(")") { return token.flatMap { Self.part($0, of: type) } }
        if let (base, arguments) = TypeShape.generic(type) {
            if Self.lists.contains(base) { return arguments.first }
            if base == "Swift.Dictionary", arguments.count == 2 { return Self.textKeys.contains(arguments[0]) ? arguments[1] : nil }
        }
        guard let token, let shape = shape(type),
            let found = shape.members.first(where: { $0.name == token || $0.name == "_" + token })?.type
        else { return nil }
        return shape.kind == .struct || found.hasPrefix("(") ? found : "(\(found))"
    }

    /// The type of an associated value, which encodes under its label, or `_0`, `_1` and so on.
    private static func part(_ token: String, of payload: String) -> String? {
        labels(of: payload).first { $0.label == token }?.type
    }

    private static func labels(of payload: String) -> [(label: String, type: String)] {
        TypeShape.parts(payload.dropFirst().dropLast()).enumerated().map { index, part in
            let label = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let rest = part[label.endIndex...]
            return rest.hasPrefix(": ") ? (String(label), String(rest.dropFirst(2))) : ("_\(index)", String(part))
        }
    }

    private static func unwrapped(_ name: String) -> String {
        var name = name
        while let (base, arguments) = TypeShape.generic(name), wrappers.contains(base), let inner = arguments.first { name = inner }
        return name
    }

    /// Types that encode as their contents.
    private static let wrappers: Set<String> = ["Swift.Optional", "RewindCapture.Recordable", "RewindCapture.Redacted"]
    private static let lists: Set<String> = ["Swift.Set", "Swift.Array", "Swift.ContiguousArray", "Swift.ArraySlice"]
    /// The keys of dictionaries that always encode as objects.
    private static let textKeys: Set<String> = ["Swift.String", "Swift.Int"]
}

extension Timeline {
    /// The types that the states of a store had when they were recorded; `nil` if the recording does not describe them.
    package func stateTypes(of store: String) -> StateTypes? {
        let manifest = recording.manifest
        guard !manifest.types.isEmpty, let info = manifest.stores.first(where: { $0.name == store }) else { return nil }
        return StateTypes(shapes: manifest.types, state: info.state)
    }

    /// The types that the actions of a store had when they were recorded; `nil` if the recording does not describe them.
    package func actionTypes(of store: String) -> StateTypes? {
        let manifest = recording.manifest
        let action = manifest.stores.first { $0.name == store }?.action
        return manifest.types.isEmpty ? nil : action.map { StateTypes(shapes: manifest.types, state: $0) }
    }
}
