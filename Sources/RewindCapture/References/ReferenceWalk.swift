import RewindFormat
import SmallFoundation

/// Goes down the types of everything that values of a type store.
struct ReferenceWalk {
    private(set) var found: [StateReference] = []
    private var path = ""
    private var visited: Set<ObjectIdentifier> = []
    /// The parts of a type that were shown to reach its encoding; without it, every reference counts, and the first one ends the walk.
    private let reach: ((Any.Type) -> [Reach.Stored]?)?

    init(reach: ((Any.Type) -> [Reach.Stored]?)? = nil) { self.reach = reach }

    private var findsAll: Bool { reach != nil }

    /// Whether anything but values may be reached from values of the type; `true` if unknown.
    static func findsAny(in type: Any.Type) -> Bool {
        var walk = ReferenceWalk()
        walk.visit(type)
        return !walk.found.isEmpty
    }

    mutating func visit(_ type: Any.Type) {
        let count = found.count
        examine(type)
        // An app cannot change how the system's types are made.
        guard findsAll, found.count > count, !Self.followingSystem.contains(ObjectIdentifier(type)) else { return }
        let metadata = TypeMetadata(type)
        if metadata.kind == .struct || metadata.kind == .enum, metadata.name.hasPrefix("Foundation") {
            found.removeSubrange(count...)
            note(metadata, .ofFoundation)
        }
    }

    private mutating func examine(_ type: Any.Type) {
        if !findsAll, !found.isEmpty { return }
        let id = ObjectIdentifier(type)
        // A type that contains itself holds what its other parts hold.
        if Self.values.contains(id) || !visited.insert(id).inserted { return }
        let metadata = TypeMetadata(type)
        if Self.followingSystem.contains(id) { return note(metadata, .followsSystem) }
        if let elements = Self.elementTypes(of: type) {
            for (label, type) in elements { visit(type, below: label) }
            return
        }
        let dot = path.isEmpty ? "" : "."
        if metadata.kind == .struct || metadata.kind == .enum, let parts = reach?(type) {
            for part in parts { visit(part.type, below: part.label.isEmpty || part.label == "[]" ? part.label : dot + part.label) }
            return
        }
        switch metadata.kind {
        case .builtin:
            if !metadata.isTrivial || metadata.name.contains("Pointer") { note(metadata, metadata.isTrivial ? .pointer : .unknown) }
        case .struct where metadata.isImported && (!metadata.isTrivial || !metadata.fieldsCoverIt): note(metadata, .unknown)
        case .struct where metadata.name.hasPrefix("Swift.Unsafe") || metadata.name == "Swift.OpaquePointer": note(metadata, .pointer)
        case .struct, .tuple:
            guard
                let fields = metadata.kind == .tuple
                    ? metadata.fields?.map({ ($0.name, $0.type) }) : metadata.storedFields?.map({ ($0.member.name, $0.member.type) })
            else { return note(metadata, .unknown) }
            for (name, type) in fields {
                if let type {
                    visit(type, below: dot + name)
                } else {
                    found.append(StateReference(path: path + dot + name, type: "?", reason: .unknown))
                }
            }
        case .optional, .enum:
            guard let payloads = metadata.payloads else { return note(metadata, .unknown) }
            for payload in payloads { visit(payload.type, below: dot + payload.name) }
        case .constant: break
        case .reference:
            if !Self.knownStorage.contains(where: { metadata.name.hasPrefix($0) }) {
                note(metadata, metadata.type is AnyClass ? .instance : .existential)
            }
        }
    }

    /// The types of the contents of a collection, or of a known kind of container, and the path to each.
    static func elementTypes(of type: Any.Type) -> [(label: String, type: Any.Type)]? {
        if let collection = type as? any ValueCollection.Type { return collection.heldTypes }
        if !(type is AnyClass), let container = type as? any CopiesOnWrite.Type { return container.storedTypes.map { ("[]", $0) } }
        return nil
    }

    /// Whether a type is known to have value semantics, whatever it stores.
    static func isKnownValue(_ type: Any.Type) -> Bool { values.contains(ObjectIdentifier(type)) }

    private mutating func visit(_ type: Any.Type, below label: String) {
        let above = path
        path += label
        visit(type)
        path = above
    }

    private mutating func note(_ metadata: TypeMetadata, _ reason: StateReference.Reason) {
        found.append(StateReference(path: path, type: TypeShape.name(of: metadata.type), reason: reason))
    }

    /// Types with value semantics whose storage is a reference, or a pointer to what never changes.
    private static let values: Set<ObjectIdentifier> = [
        ObjectIdentifier(String.self), ObjectIdentifier(Substring.self), ObjectIdentifier(Character.self),
        ObjectIdentifier(Data.self), ObjectIdentifier(URL.self), ObjectIdentifier(Date.self), ObjectIdentifier(Decimal.self),
        ObjectIdentifier(UUID.self), ObjectIdentifier(StaticString.self),
    ]

    /// Types with an `autoupdatingCurrent` value, which changes while its bits stay the same.
    private static let followingSystem: Set<ObjectIdentifier> = [
        ObjectIdentifier(Locale.self), ObjectIdentifier(TimeZone.self), ObjectIdentifier(Calendar.self),
    ]

    /// Classes that are the copy-on-write storage of known collections, whose elements are stored elsewhere.
    private static let knownStorage = ["OrderedCollections."]
}
