package import RewindFormat
package import RewindValue

/// An action as JSON that an app is likely to accept, made from the recorded types: `{"search":{"_0":{"setQuery":{"_0":""}}}}`.
///
/// It has the form in which Swift encodes enums by default; a type with custom coding may need another form.
package struct ActionTemplate: Sendable, Equatable {
    /// The store whose actions are of such types.
    package var store: String
    /// The action, with a value of the right kind wherever one is needed.
    package var action: JSONValue

    /// How many types may be nested in a sample.
    private static let depthLimit = 12

    /// The templates for a type of action: one for each store that has such actions; empty if the recording does not know the type, or
    /// knows it only as the beginning of others.
    package static func all(forType type: String, in manifest: Manifest) -> [ActionTemplate] {
        let names = type.split(separator: "/").map(String.init)
        return manifest.stores.compactMap { store in
            guard let root = store.action, let action = value(of: names[...], in: root, manifest.types) else { return nil }
            return ActionTemplate(store: store.name, action: action)
        }
    }

    /// The action types that a recording knows, even without such an action: the paths of cases.
    package static func types(in manifest: Manifest) -> [String] {
        var types: [String] = []
        func add(_ type: String, _ path: [String]) {
            guard path.count < pathLimit, let cases = manifest.types[type]?["cases"]?.object else { return }
            for (name, payload) in cases {
                if !isPrefix(payload.string, manifest.types) { types.append((path + [name]).joined(separator: "/")) }
                if let payload = payload.string { add(payload, path + [name]) }
            }
        }
        for root in manifest.stores.compactMap({ $0.action }) { add(root, []) }
        return types
    }

    /// The longest path of cases.
    private static let pathLimit = 4

    /// Whether a case's payload is an enum whose own cases are the types of actions.
    ///
    /// An enum whose cases have no payload may be a text instead.
    private static func isPrefix(_ payload: String?, _ types: JSONObject) -> Bool {
        payload.flatMap { types[$0]?["cases"]?.object }?.contains { $0.value != .null } ?? false
    }

    /// An enum's case, from the names on the path to the innermost one.
    private static func value(of names: ArraySlice<String>, in type: String, _ types: JSONObject) -> JSONValue? {
        guard let name = names.first, let cases = types[type]?["cases"]?.object, let payload = cases[name] else { return nil }
        guard let inner = payload.string else { return names.count == 1 ? [name: [:]] : nil }
        if names.count == 1 { return isPrefix(inner, types) ? nil : .object([name: .object(parts(of: inner, types, depth: 0))]) }
        guard let value = value(of: names.dropFirst(), in: inner, types) else { return nil }
        return .object([name: ["_0": value]])
    }

    /// The payload of a case: `(query: Swift.String, results: …)`, or one value.
    private static func parts(of payload: String, _ types: JSONObject, depth: Int) -> JSONObject {
        guard payload.hasPrefix("("), payload.hasSuffix(")") else { return ["_0": sample(of: payload, types, depth: depth)] }
        var parts: JSONObject = [:]
        for (index, part) in list(payload.dropFirst().dropLast()).enumerated() {
            let label = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let isLabelled = part[label.endIndex...].hasPrefix(": ")
            let type = isLabelled ? String(part[label.endIndex...].dropFirst(2)) : String(part)
            parts[isLabelled ? String(label) : "_\(index)"] = sample(of: type, types, depth: depth)
        }
        return parts
    }

    private static func sample(of type: String, _ types: JSONObject, depth: Int) -> JSONValue {
        if depth > depthLimit { return .null }
        switch type {
        case "Swift.String", "Swift.Character", "Swift.Substring": return ""
        case "Swift.Bool": return false
        case _ where type.hasPrefix("Swift.Array<") || type.hasPrefix("Swift.Set<"): return []
        case _ where type.hasPrefix("Swift.Dictionary<"): return [:]
        case _ where type.hasPrefix("Swift.Optional<"): return .null
        case _ where ["Swift.Int", "Swift.UInt", "Swift.Double", "Swift.Float"].contains { type.hasPrefix($0) }: return 0
        default: break
        }
        guard let shape = types[type] else { return .null }
        if let fields = shape["fields"]?.object {
            return .object(
                JSONObject(fields.compactMap { name, type in type.string.map { (name, sample(of: $0, types, depth: depth + 1)) } }))
        }
        guard let cases = shape["cases"]?.object, let first = cases.first(where: { $0.value == .null }) ?? cases.first else { return .null }
        if let text = shape["values"]?[first.key] { return text }
        return .object([first.key: .object(first.value.string.map { parts(of: $0, types, depth: depth + 1) } ?? [:])])
    }

    /// The parts of a list; commas inside brackets do not separate.
    private static func list(_ text: Substring) -> [Substring] {
        var parts: [Substring] = []
        var (start, depth) = (text.startIndex, 0)
        for index in text.indices {
            switch text[index] {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case "," where depth == 0:
                parts.append(text[start..<index])
                start = text.index(index, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
            default: break
            }
        }
        return parts + [text[start...]]
    }
}
