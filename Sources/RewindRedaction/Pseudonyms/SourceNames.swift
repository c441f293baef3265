package import RewindFormat
package import RewindValue

/// The names from an app's source, as far as a recording's manifest tells them; these need not be masked in a finished recording.
///
/// A recording's lines do not distinguish a struct's fields from a dictionary's keys, nor an enum's raw value from a text. The shapes of
/// the types do.
package struct SourceNames: Sendable {
    /// Fields, cases and labels.
    private var keys: Set<String> = []
    /// Cases of enums, and the raw values that their shapes list.
    private var cases: Set<String> = []
    /// Fields and cases that hold bytes, which a finished recording has as numbers.
    private var bytes: Set<String> = []
    private var types: Set<String> = []

    /// No names: all keys are then data.
    package init() {}

    package init(of manifest: Manifest) {
        self.init(shapes: manifest.types, types: manifest.stores.flatMap { [$0.state, $0.action ?? ""] })
    }

    /// The names in a manifest's shapes of types (``TypeShape``), and in the full names of others.
    package init(shapes: JSONObject, types names: [String] = []) {
        for name in names { add(type: name) }
        for (name, shape) in shapes {
            add(type: name)
            guard let shape = TypeShape(json: shape) else { continue }
            for member in shape.members {
                keys.insert(member.name)
                // A wrapped property's storage, which encodes under the property's name.
                if shape.kind == .struct, member.name.hasPrefix("_") { keys.insert(String(member.name.dropFirst())) }
                if shape.kind == .enum { cases.insert(member.name) }
                if let rawValue = member.rawValue { cases.insert(rawValue) }
                guard let type = member.type else { continue }
                add(type: type)
                if Self.byteTypes.contains(where: { type.contains(text: $0) }) { bytes.insert(member.name) }
            }
        }
    }

    /// A type's name contains those of the types in it, and a payload's name contains its labels: `(code: Swift.String)`.
    private mutating func add(type name: String) {
        for word in name.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") }) {
            if word.hasSuffix(":") { keys.insert(String(word.dropLast())) } else { types.insert(String(word)) }
        }
    }

    package func has(key: String) -> Bool {
        keys.contains(key) || key == "-" || key.isPayloadKey
    }

    private static let byteTypes = ["Array<Swift.UInt8>", "ArraySlice<Swift.UInt8>", "Array<Swift.Int8>"]

    /// Whether the value of a key may be bytes.
    package func holdsBytes(_ key: String) -> Bool { bytes.contains(key) }

    /// Whether a text is the name of a case, or a raw value that its type's shape lists.
    package func has(case name: String) -> Bool { cases.contains(name) }

    /// The names of steps that the recorder makes itself; an app may also name an action `@@` followed by anything.
    private static let ownTypes: Set = ["@@INIT", "@@EXTERNAL", "@@PAUSED", "@@OTHERS"]

    /// Whether an action's name consists of names from the source: `home/didReceive`, `Todos.Add`.
    package func has(actionType name: String) -> Bool {
        if Self.ownTypes.contains(name) { return true }
        let words = name.split { "/.<>, ".contains($0) }
        return !words.isEmpty && words.allSatisfy { cases.contains(String($0)) || types.contains(String($0)) }
    }
}
