/// The name of a value from the source alone: the cases of an enum, or the name of its type.
package enum CasePath {
    /// The path of a value's cases, such as `comments/save`; the name of its type, if it is no enum.
    ///
    /// The value is not encoded, and nothing of what it describes itself as becomes part of the path. It continues where
    /// ``EncodedAction/init(encoding:)`` continues it.
    package static func of(_ value: Any) -> String {
        var names: [String] = []
        var current = value
        while let name = EnumCases.name(of: current) {
            names.append(name)
            guard names.count < depthLimit, let payload = Mirror(reflecting: current).children.first?.value, let next = nested(in: payload)
            else { break }
            current = next
        }
        return names.isEmpty ? TypeName.of(type(of: value)) : names.joined(separator: "/")
    }

    private static func nested(in payload: Any) -> Any? {
        if EnumCases.name(of: payload) != nil { return payload }
        guard TypeMetadata(type(of: payload)).kind == .tuple else { return nil }
        let parts = Mirror(reflecting: payload).children
        return EnumCases.labels.lazy.compactMap { label in parts.first { $0.label == label }?.value }.first {
            EnumCases.name(of: $0) != nil
        }
    }

    /// How many cases a path has at most: an indirect enum may lead on without end.
    private static let depthLimit = 16
}
