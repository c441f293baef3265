import RewindFormat
package import RewindValue

extension Timeline {
    /// The property of a store's state that contains a place but is not encoded, so that nothing of it is recorded; `nil` if no such
    /// property is known.
    func unrecorded(at place: JSONPointer, store: String) -> String? {
        let properties = recording.manifest.stores.first { $0.name == store }?.unrecorded ?? []
        return properties.first { property in
            let tokens = property.split(separator: ".").map(String.init)
            return place.tokens.prefix(tokens.count) == tokens[...]
        }
    }

    /// Whether the recorded types allow something at a place of a store's state; also `false` if they do not reach that far.
    package func typesMention(_ place: JSONPointer, store: String) -> Bool { recordedType(at: place, store: store) != nil }

    /// An error for a place where a state has nothing: what the state has instead, or that the recorded types allow nil there.
    package func pathNotFound(at place: JSONPointer, in state: JSONValue, step: Int, store: String) -> PathNotFound {
        PathNotFound(
            of: place, in: state, step: step, store: displayName(of: store), optional: optional(on: place, in: state, store: store))
    }

    /// The part of a place that is nil in a state, as the recorded types allow; `nil` if they do not know the place.
    private func optional(on place: JSONPointer, in state: JSONValue, store: String) -> JSONPointer? {
        let parts = place.tokens.indices.map { JSONPointer(tokens: Array(place.tokens[...$0])) }
        guard typesMention(place, store: store), let part = parts.first(where: { (state[$0] ?? .null) == .null }),
            recordedType(at: part, store: store)?.hasPrefix("Swift.Optional<") == true
        else { return nil }
        return part
    }

    /// The recorded type at a place of a store's state, empty inside the payload of an enum's case; `nil` if the types do not reach that
    /// far.
    private func recordedType(at place: JSONPointer, store: String) -> String? {
        let manifest = recording.manifest
        guard unrecorded(at: place, store: store) == nil, var name = manifest.stores.first(where: { $0.name == store })?.state else {
            return nil
        }
        for token in place.tokens {
            name = Self.unwrapped(name)
            if let element = Self.argument(of: name, "Swift.Array<") {
                if Int(token) == nil { return nil }
                name = element
            } else if let value = Self.argument(of: name, "Swift.Dictionary<Swift.String, ") {
                name = value
            } else if let field = manifest.types[name]?["fields"]?[token]?.string {
                name = field
            } else {
                // A case of an enum is a member of its own; the types do not have the names inside its payload.
                return manifest.types[name]?["cases"]?[token].map { _ in "" }
            }
        }
        return name
    }

    /// Whether a type within a store's state has a field or a case of a name.
    func typesMention(member name: String, store: String) -> Bool {
        let manifest = recording.manifest
        var open = manifest.stores.filter { $0.name == store }.compactMap { $0.state }
        var seen: Set<String> = []
        while let type = open.popLast() {
            // The arguments of a generic type are types too.
            for part in [type] + type.split(whereSeparator: { "<>, ".contains($0) }).map(String.init) where seen.insert(part).inserted {
                for kind in ["fields", "cases"] {
                    guard let members = manifest.types[part]?[kind]?.object else { continue }
                    if members[name] != nil { return true }
                    open += members.compactMap { $0.value.string }
                }
            }
        }
        return false
    }

    private static func unwrapped(_ name: String) -> String {
        var name = name
        while let inner = argument(of: name, "Swift.Optional<") { name = inner }
        return name
    }

    private static func argument(of name: String, _ prefix: String) -> String? {
        name.hasPrefix(prefix) && name.hasSuffix(">") ? String(name.dropFirst(prefix.count).dropLast()) : nil
    }
}
