/// What of the values of one type appears in the source code, or is recorded as it is; found out once a type.
class SourceTraits: @unchecked Sendable {  // all it stores never changes
    /// The type's identity.
    let id: ObjectIdentifier
    /// Whether values of the type have no parts.
    let isLeaf: Bool
    /// Whether the app declares that its values are recorded as they are.
    let isRecordedAsIs: Bool
    /// Its cases, if it is an enum without payloads.
    let cases: SourceCases?
    /// Whether it is an option set without other stored properties.
    let isOptionSet: Bool

    init<T>(_ type: T.Type, isLeaf: Bool) {
        id = ObjectIdentifier(type)
        self.isLeaf = isLeaf
        isRecordedAsIs = type is any RecordedAsIs.Type
        cases = SourceCases(type)
        isOptionSet = Self.isBits(type)
    }

    /// The traits of a type of keys.
    static func traits<Key: CodingKey>(ofKeys type: Key.Type) -> SourceTraits { known.fact(of: type) { SourceTraits(type, isLeaf: true) } }

    private static let known = TypeTable<SourceTraits>()

    private static func isBits<T>(_ type: T.Type) -> Bool {
        func isBits<Options: OptionSet>(_ type: Options.Type) -> Bool {
            Options.RawValue.self is any FixedWidthInteger.Type && MemoryLayout<Options>.size == MemoryLayout<Options.RawValue>.size
        }
        return (type as? any OptionSet.Type).map { isBits($0) } ?? false
    }

    /// Whether the type, as a type of keys, may have keys that appear in the source code.
    var hasSourceKeys: Bool { cases != nil || id == ObjectIdentifier(PathKey.self) }

    /// Whether the text of a key of the type appears in the source code.
    func standsInSource<Key: CodingKey>(_ key: Key, _ text: String) -> Bool {
        // Of our own keys an app can make others, from the type of those in a coding path.
        if id == ObjectIdentifier(PathKey.self) { return text == PathKey.super.stringValue }
        return cases?.find(key)?._withUnsafeGuaranteedRef { $0.has(text, of: key) } ?? false
    }
}
