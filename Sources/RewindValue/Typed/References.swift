#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Finds out whether values of a type may refer to something that can change while their bits stay the same.
enum References {
    /// Whether a class instance, an existential, a closure or a pointer may be reached from values of the type; `true` where it is not known.
    static func mayBeHeld(by type: Any.Type) -> Bool {
        var visited: Set<ObjectIdentifier> = []
        return mayBeHeld(by: type, visited: &visited)
    }

    private static func mayBeHeld(by type: Any.Type, visited: inout Set<ObjectIdentifier>) -> Bool {
        let id = ObjectIdentifier(type)
        // A type that contains itself holds what its other parts hold.
        if values.contains(id) || !visited.insert(id).inserted { return false }
        if let collection = type as? any ValueCollection.Type {
            return collection.elementTypes.contains { mayBeHeld(by: $0, visited: &visited) }
        }
        let metadata = TypeMetadata(type)
        switch metadata.kind {
        case .struct where metadata.isImported, .builtin:
            return !metadata.isTrivial || metadata.name.contains("Pointer")
        case .struct, .tuple:
            guard let fields = metadata.fields else { return true }
            return fields.contains { mayBeHeld(by: $0.type, visited: &visited) }
        case .enum, .optional:
            guard let payloads = metadata.payloads else { return true }
            return payloads.contains { mayBeHeld(by: $0.type, visited: &visited) }
        case .metatype: return false
        case .reference: return !knownStorage.contains { metadata.name.hasPrefix($0) }
        }
    }

    /// Types with value semantics whose storage is a reference, or a pointer to what never changes.
    private static let values: Set<ObjectIdentifier> = [
        ObjectIdentifier(String.self), ObjectIdentifier(Substring.self), ObjectIdentifier(Character.self),
        ObjectIdentifier(Data.self), ObjectIdentifier(URL.self), ObjectIdentifier(Date.self), ObjectIdentifier(Decimal.self),
        ObjectIdentifier(UUID.self), ObjectIdentifier(Locale.self), ObjectIdentifier(TimeZone.self), ObjectIdentifier(Calendar.self),
    ]

    /// Classes that are the copy-on-write storage of known collections, whose elements are stored elsewhere.
    private static let knownStorage = ["OrderedCollections."]
}

/// A collection of the standard library: its storage has value semantics if the elements have.
private protocol ValueCollection {
    static var elementTypes: [Any.Type] { get }
}

extension Array: ValueCollection {
    fileprivate static var elementTypes: [Any.Type] { [Element.self] }
}

extension ArraySlice: ValueCollection {
    fileprivate static var elementTypes: [Any.Type] { [Element.self] }
}

extension ContiguousArray: ValueCollection {
    fileprivate static var elementTypes: [Any.Type] { [Element.self] }
}

extension Set: ValueCollection {
    fileprivate static var elementTypes: [Any.Type] { [Element.self] }
}

extension Dictionary: ValueCollection {
    fileprivate static var elementTypes: [Any.Type] { [Key.self, Value.self] }
}
