package import RewindFormat
import Synchronization

/// The texts that values were encoded with in this process where these are not the names of their keys' cases: `case stars = "star_count"`.
///
/// A type's shape has its fields by their names in the source code; a recording has these texts instead, which are no more data than the
/// names.
package enum CodingKeyNames {
    private static let seen = Mutex<Set<ObjectIdentifier>>([])
    private static let named = Mutex<[(name: String, shape: TypeShape)]>([])

    /// The texts that were met by now, as the cases of the keys' types.
    package static var shapes: [(name: String, shape: TypeShape)] { named.withLock { $0 } }

    static func note<Key: CodingKey>(_ type: Key.Type) {
        let id = ObjectIdentifier(type)
        if seen.withLock({ $0.contains(id) }) { return }
        // Not under the lock: the keys' texts may be code of the app's.
        let texts = texts(of: type)
        let isNew = seen.withLock { $0.insert(id).inserted }
        if texts.isEmpty || !isNew { return }
        let shape = TypeShape(.enum, texts.map { TypeShape.Member($0, nil) })
        named.withLock { if $0.count < TypeShape.limit { $0.append((TypeShape.name(of: type), shape)) } }
    }

    private static func texts<Key: CodingKey>(of type: Key.Type) -> [String] {
        guard EnumCases.hasTextValues(type) else { return [] }
        return (EnumCases.cases(of: type) ?? []).prefix(TypeShape.limit).compactMap { name, key in
            key.stringValue == name ? nil : key.stringValue
        }
    }
}
