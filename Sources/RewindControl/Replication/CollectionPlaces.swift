package import RewindFormat
package import RewindValue

/// The places where values of an app's types hold sets, dictionaries and ranges that encode as arrays, as far as the shapes in a manifest
/// tell.
///
/// Sets and dictionaries are sorted by their contents.
package struct CollectionPlaces: Sendable {
    private let shapes: [String: TypeShape]
    /// The types that contain such a place, by all names that the shapes have for them.
    private let holders: Set<String>

    /// The places in values of the types with these shapes.
    package init(shapes json: JSONObject) {
        self.init(shapes: json.compactMap { name, shape in TypeShape(json: shape).map { (name, $0) } })
    }

    package init(shapes: [(name: String, shape: TypeShape)]) {
        let shapes = Dictionary(shapes.map { ($0.name, $0.shape) }) { $1 }
        var holders: Set<String> = []
        // Repeat until no type is added: a type contains what its members contain.
        while true {
            let more = shapes.filter { name, shape in
                !holders.contains(name)
                    && shape.members.contains { $0.type.map { Self.hasCollection($0) || Self.names($0, holders) } == true }
            }
            if more.isEmpty { break }
            holders.formUnion(more.keys)
        }
        (self.shapes, self.holders) = (shapes, holders)
    }

    /// Whether a type's name contains that of such a collection.
    private static func hasCollection(_ type: String) -> Bool {
        if type.contains("Swift.Set<") || ranges.contains(where: { type.contains($0 + "<") }) { return true }
        return type.ranges(of: "Swift.Dictionary<").contains { found in
            !textKeys.contains { type[found.upperBound...].hasPrefix($0 + ",") }
        }
    }

    private static func names(_ type: String, _ holders: Set<String>) -> Bool {
        holders.contains(type) || type.contains("<") || type.hasPrefix("(") ? holders.contains { type.contains($0) } : false
    }

    /// A value's type: a type that the manifest names, or the payload of a case.
    package enum Kind: Sendable {
        case type(String)
        case payload(String)
    }

    /// What is known of a value of a type; `nil` if it contains no such place.
    package func kind(ofType name: String) -> Kind? { Self.hasCollection(name) || Self.names(name, holders) ? .type(name) : nil }

    // MARK: Values

    /// A value with its sets and dictionaries sorted by what is written.
    package func sorted(_ value: JSONValue, _ kind: Kind) -> JSONValue {
        switch value {
        case .null, .bool, .number, .string: return value
        case .object(let object):
            return .object(
                JSONObject(object.map { key, member in (key, below(kind, key, of: value).map { sorted(member, $0) } ?? member) }))
        case .array(let elements):
            let unordered = unordered(kind)
            let kinds = (below(kind, "0", of: value), below(kind, "1", of: value))
            let sorted = elements.enumerated().map { index, element in
                (index % 2 == 0 ? kinds.0 : kinds.1).map { self.sorted(element, $0) } ?? element
            }
            guard let unordered, sorted.count % unordered == 0 else { return .array(sorted) }
            let groups = stride(from: 0, to: sorted.count, by: unordered).map { start in
                (bytes: JSONValue.array(Array(sorted[start..<(start + unordered)])).jsonText, elements: sorted[start..<(start + unordered)])
            }
            return .array(groups.sorted { $0.bytes.utf8.lexicographicallyPrecedes($1.bytes.utf8) }.flatMap(\.elements))
        }
    }

    // MARK: Types

    /// A collection that encodes as an array, and whose elements are not identified by index.
    package enum Collection: Sendable {
        case set(Kind?)
        /// A dictionary with alternating keys and values; a dictionary with texts as keys is an object instead.
        case dictionary(key: Kind?, value: Kind?)
        case range
    }

    /// The collection that a value of this kind is; `nil` if it is not a collection.
    package func collection(_ kind: Kind) -> Collection? {
        guard case .type(let name) = kind, let (base, arguments) = TypeShape.generic(name), let first = arguments.first else { return nil }
        return switch base {
        case "Swift.Set": .set(known(first))
        case "Swift.Dictionary" where arguments.count == 2 && !Self.textKeys.contains(first):
            .dictionary(key: known(first), value: known(arguments[1]))
        case _ where Self.ranges.contains(base): .range
        case _ where Self.wrappers.contains(base): collection(.type(first))
        default: nil
        }
    }

    /// The number of elements of each entry, if the recorder decides the order of the array.
    private func unordered(_ kind: Kind) -> Int? {
        switch collection(kind) {
        case .set: 1
        case .dictionary: 2
        case .range, nil: nil
        }
    }

    /// What is known of a member or an element.
    package func below(_ kind: Kind, _ token: String, of value: JSONValue) -> Kind? {
        switch kind {
        case .payload(let text):
            guard text.hasPrefix("("), text.hasSuffix(")") else { return token == "_0" ? known(text) : nil }
            for (index, part) in TypeShape.parts(text.dropFirst().dropLast()).enumerated() {
                let label = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                let isLabelled = part[label.endIndex...].hasPrefix(": ")
                if token == (isLabelled ? String(label) : "_\(index)") {
                    return known(String(isLabelled ? part[label.endIndex...].dropFirst(2) : part))
                }
            }
            return nil
        case .type(let name):
            if let (base, arguments) = TypeShape.generic(name) {
                if Self.wrappers.contains(base), let wrapped = arguments.first { return below(.type(wrapped), token, of: value) }
                if Self.lists.contains(base), let element = arguments.first { return known(element) }
                if base == "Swift.Dictionary", arguments.count == 2 {
                    return known(arguments[value.array != nil && (ArrayIndex.parse(token) ?? 0) % 2 == 0 ? 0 : 1])
                }
            }
            guard let shape = shapes[name], let type = shape.members.first(where: { $0.name == token || $0.name == "_" + token })?.type
            else {
                return nil
            }
            return shape.kind == .enum ? .payload(type) : known(type)
        }
    }

    /// A type that may contain a collection.
    private func known(_ type: String) -> Kind? {
        type.utf8.contains(UInt8(ascii: "<")) ? kind(ofType: type) : holders.contains(type) ? .type(type) : nil
    }

    /// Types that encode as their contents.
    private static let wrappers: Set<String> = ["Swift.Optional", "RewindCapture.Recordable", "RewindCapture.Redacted"]
    private static let lists: Set<String> = ["Swift.Set", "Swift.Array", "Swift.ContiguousArray", "Swift.ArraySlice"]
    private static let ranges: Set<String> = [
        "Swift.Range", "Swift.ClosedRange", "Swift.PartialRangeFrom", "Swift.PartialRangeThrough", "Swift.PartialRangeUpTo",
    ]
    /// The keys of dictionaries that always encode as objects.
    private static let textKeys: Set<String> = ["Swift.String", "Swift.Int"]
}
