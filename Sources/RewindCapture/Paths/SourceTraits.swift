/// What of the values of one type appears in the source code, or is recorded as it is; found out once a type.
class SourceTraits: @unchecked Sendable {  // all it stores never changes
    /// The type's identity.
    let id: ObjectIdentifier
    /// Whether values of the type have no parts.
    let isLeaf: Bool
    /// Whether it is an enum without payloads: all that such a value can write is in the source code.
    let isEnum: Bool
    /// Whether its values are recorded as they are: it is such an enum, an option set without other properties, or declared safe.
    let isRecordedAsIs: Bool

    init<T>(_ type: T.Type, isLeaf: Bool) {
        id = ObjectIdentifier(type)
        self.isLeaf = isLeaf
        isEnum = EnumCases.cases(of: type) != nil
        isRecordedAsIs = isEnum || type is any RecordedAsIs.Type || Self.isBits(type)
    }

    static func traits<Key: CodingKey>(ofKeys type: Key.Type) -> SourceTraits { known.fact(of: type) { SourceTraits(type, isLeaf: true) } }

    private static let known = TypeTable<SourceTraits>()

    private static func isBits<T>(_ type: T.Type) -> Bool {
        func isBits<Options: OptionSet>(_ type: Options.Type) -> Bool {
            Options.RawValue.self is any FixedWidthInteger.Type && MemoryLayout<Options>.size == MemoryLayout<Options.RawValue>.size
        }
        return (type as? any OptionSet.Type).map { isBits($0) } ?? false
    }

    /// Whether the type, as a type of keys, may have keys that appear in the source code.
    var hasSourceKeys: Bool { isEnum || id == ObjectIdentifier(PathKey.self) }

    /// Whether the text of a key of the type appears in the source code.
    func standsInSource<Key: CodingKey>(_ key: Key, _ text: String) -> Bool {
        isEnum || id == ObjectIdentifier(PathKey.self) && text == PathKey.super.stringValue
    }
}

/// Promises that values of the type reveal nothing about the app's user, and are recorded as they are, with everything in them.
///
/// ```swift
/// extension Genre: RecordedAsIs {}
/// ```
///
/// Enums without payloads and option sets need no such promise: their values appear in the source code. For a type that is not yours, use
/// `RedactionRules.addRecordable(_:)`. Rules still find secrets in it, by key, place and shape.
public protocol RecordedAsIs {}
