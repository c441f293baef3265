#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A place in a type where something may be stored that changes while the value's bits stay the same.
///
/// Look for these in a state's type once, at start, and tell the developer: what is there is encoded at every step.
///
/// ```swift
/// StateReference.all(in: AppState.self).map(\.description)  // ["session.user: User", "rows[].image: Optional<Image>"]
/// ```
public struct StateReference: Sendable, Hashable, CustomStringConvertible {
    /// The way from the type down: property and case names, `[]` for the elements of a collection; empty for the type itself.
    public var path: String
    /// The full name of what is there: a class, an existential, a function, a pointer, or a type that nothing is known of.
    public var type: String

    /// The path and the type: `session.user: App.User`.
    public var description: String { path.isEmpty ? type : "\(path): \(type)" }

    /// All places in a type, in the order of its properties; of a type that is there more than once, only those at its first place.
    ///
    /// Takes some microseconds for each type that it meets, once; nothing is kept.
    public static func all(in type: Any.Type) -> [StateReference] {
        var walk = ReferenceWalk(findsAll: true)
        walk.visit(type)
        return walk.found
    }
}

/// Goes down the types of everything that values of a type store.
struct ReferenceWalk {
    private(set) var found: [StateReference] = []
    private var path = ""
    private var visited: Set<ObjectIdentifier> = []
    private let findsAll: Bool

    /// - Parameter findsAll: go on after the first.
    init(findsAll: Bool) { self.findsAll = findsAll }

    /// Whether anything but values may be reached from values of the type; `true` where it is not known.
    static func findsAny(in type: Any.Type) -> Bool {
        var walk = ReferenceWalk(findsAll: false)
        walk.visit(type)
        return !walk.found.isEmpty
    }

    mutating func visit(_ type: Any.Type) {
        if !findsAll, !found.isEmpty { return }
        let id = ObjectIdentifier(type)
        // A type that contains itself holds what its other parts hold.
        if Self.values.contains(id) || !visited.insert(id).inserted { return }
        if let collection = type as? any ValueCollection.Type {
            for (label, type) in collection.elementTypes { visit(type, below: label) }
            return
        }
        let metadata = TypeMetadata(type)
        switch metadata.kind {
        case .struct where metadata.isImported, .builtin:
            if !metadata.isTrivial || metadata.name.contains("Pointer") { note(metadata) }
        case .struct, .tuple:
            guard let fields = metadata.fields else { return note(metadata) }
            for field in fields { visit(field.type, below: (path.isEmpty ? "" : ".") + field.name) }
        case .optional:
            guard let payloads = metadata.payloads else { return note(metadata) }
            for payload in payloads { visit(payload.type) }
        case .enum:
            guard let payloads = metadata.payloads else { return note(metadata) }
            for payload in payloads { visit(payload.type, below: (path.isEmpty ? "" : ".") + payload.name) }
        case .metatype: break
        case .reference:
            if !Self.knownStorage.contains(where: { metadata.name.hasPrefix($0) }) { note(metadata) }
        }
    }

    private mutating func visit(_ type: Any.Type, below label: String) {
        let above = path
        path += label
        visit(type)
        path = above
    }

    private mutating func note(_ metadata: TypeMetadata) { found.append(StateReference(path: path, type: metadata.name)) }

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
    /// The types of what it holds, and how a path goes on to each.
    static var elementTypes: [(label: String, type: Any.Type)] { get }
}

extension Array: ValueCollection {
    fileprivate static var elementTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension ArraySlice: ValueCollection {
    fileprivate static var elementTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension ContiguousArray: ValueCollection {
    fileprivate static var elementTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension Set: ValueCollection {
    fileprivate static var elementTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension Dictionary: ValueCollection {
    fileprivate static var elementTypes: [(label: String, type: Any.Type)] { [("[key]", Key.self), ("[]", Value.self)] }
}
