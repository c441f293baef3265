import RewindFormat
import RewindValue

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A place in a type where something may be stored that changes what the value encodes to while its bits stay the same.
///
/// Look for these places in a state once, at the start, and tell the developer: they make recording expensive, because what is there is
/// encoded at every step, on the dispatching thread.
///
/// ```swift
/// for place in StateReference.all(in: state) { print("\(place): \(place.advice)") }
/// // session.user: App.User: an instance of a class may change in place; make it a struct, or …
/// ```
public struct StateReference: Sendable, Hashable, CustomStringConvertible {
    /// The path from the type down: property and case names, `[]` for the elements of a collection; empty for the type itself.
    public var path: String
    /// The full name of the type there: a class, an existential, a pointer, or an unknown type.
    public var type: String
    /// What may change there.
    public var reason: Reason

    /// What may change behind equal bits.
    public enum Reason: String, Sendable, CaseIterable {
        /// An instance of a class, or of an actor.
        case instance
        /// A value behind a protocol.
        case existential
        /// Memory behind a pointer.
        case pointer
        /// A time zone, a calendar or a locale that may follow the system's settings.
        case followsSystem
        /// A type of Foundation's that keeps its value in an instance of a class.
        case ofFoundation
        /// A type about which the program knows too little.
        case unknown
    }

    /// The path and the type: `session.user: App.User`.
    public var description: String { path.isEmpty ? type : "\(path): \(type)" }

    /// Why this part has to be encoded at every step, and what to do about it, in one sentence.
    public var advice: String {
        switch reason {
        case .instance:
            "an instance of a class may change in place; make it a struct, leave it out of CodingKeys, or, if it is storage that is copied before "
                + "it changes, conform the type around it to CopiesOnWrite"
        case .existential: "what is behind a protocol may be an instance of a class; use an enum or a generic type"
        case .pointer: "memory behind a pointer may change; keep what it points to in an array or a string"
        case .followsSystem: "it may follow the system's settings; keep its identifier"
        case .ofFoundation:
            "Foundation keeps its value in an instance of a class; keep what it says in types of your own, such as ranges or numbers, or conform the type "
                + "around it to CopiesOnWrite"
        case .unknown: "nothing is known of what it stores; use a struct of known types"
        }
    }

    /// All such places in a type, in the order of its properties; a type that occurs more than once counts only at its first place.
    ///
    /// Functions, key paths and metatypes are constants and never listed. Whether values of a type were found to write only what they store
    /// counts only for the overload that takes a value. Takes some microseconds for each type it meets.
    public static func all(in type: Any.Type) -> [StateReference] {
        var walk = ReferenceWalk(findsAll: true)
        walk.visit(type)
        return walk.found
    }

    /// The places in a type that reach, or may reach, what its values encode to, as far as this value shows.
    ///
    /// Encodes once those parts of the value that hold references.
    public static func all(in value: some Encodable) -> [StateReference] {
        if TypePlan.of(Swift.type(of: value)).canWait { return [] }
        _ = try? EncodedPart.freezing(value, at: CodingPath())
        return TypePlan.of(Swift.type(of: value)).settle(value) ? [] : all(in: Swift.type(of: value))
    }
}

/// Goes down the types of everything that values of a type store.
struct ReferenceWalk {
    private(set) var found: [StateReference] = []
    private var path = ""
    private var visited: Set<ObjectIdentifier> = []
    private let findsAll: Bool

    /// - Parameter findsAll: whether to go on after the first reference, and skip those shown not to reach the encoding; if not, every one
    ///   counts.
    init(findsAll: Bool) { self.findsAll = findsAll }

    /// Whether anything but values may be reached from values of the type; `true` if unknown.
    static func findsAny(in type: Any.Type) -> Bool {
        var walk = ReferenceWalk(findsAll: false)
        walk.visit(type)
        return !walk.found.isEmpty
    }

    mutating func visit(_ type: Any.Type) {
        let count = found.count
        look(into: type)
        // An app cannot change how the system's types are made.
        guard findsAll, found.count > count, !Self.followingSystem.contains(ObjectIdentifier(type)) else { return }
        let metadata = TypeMetadata(type)
        if metadata.kind == .struct || metadata.kind == .enum, metadata.name.hasPrefix("Foundation") {
            found.removeSubrange(count...)
            note(metadata, .ofFoundation)
        }
    }

    private mutating func look(into type: Any.Type) {
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
        if findsAll, metadata.kind == .struct || metadata.kind == .enum, case .parts(let parts) = TypePlan.of(any: type).reach {
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

/// A collection of the standard library: its storage has value semantics if the elements have.
protocol ValueCollection {
    /// The types of the collection's contents, and the path to each.
    static var heldTypes: [(label: String, type: Any.Type)] { get }
}

extension Optional: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("", Wrapped.self)] }
}

extension Array: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension ArraySlice: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension ContiguousArray: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension Set: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[]", Element.self)] }
}

extension Dictionary: ValueCollection {
    static var heldTypes: [(label: String, type: Any.Type)] { [("[key]", Key.self), ("[]", Value.self)] }
}
