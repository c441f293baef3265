import RewindValue

/// Finds which of a value's stored properties its `encode(to:)` writes: it runs that once, and compares each child with the stored
/// properties.
///
/// Types and bits show that the children are stored properties, and, in a keyed container, names do: the compiler's conformances have a
/// case of `CodingKeys` for each property that they write, also for one that is `nil` now. Any other key, or any other value (custom
/// copy-on-write storage, a computed property, something looked up), can't be shown to be stored, and so may come from anywhere.
enum ReachProfile {
    /// The parts that reach the encoding; `nil` if this value does not show them.
    static func reach<T: Encodable>(of value: T) -> Reach? {
        let metadata = TypeMetadata(T.self)
        switch metadata.kind {
        case .struct where !metadata.isImported:
            return withUnsafePointer(to: value) { pointer in
                guard let stored = StoredParts(of: T.self, at: UnsafeRawPointer(pointer)) else { return .anything }
                let listing = ReachListing(stored)
                guard (try? value.encode(to: ReachEncoder(listing: listing))) != nil else { return nil }
                return listing.reachOfStruct
            }
        case .enum where !(value is any CustomReflectable):
            guard let payloads = metadata.payloads, let members = metadata.members else { return .anything }
            guard let payload = Mirror(reflecting: value).children.first?.value else {
                let listing = ReachListing(StoredParts())
                guard (try? value.encode(to: ReachEncoder(listing: listing))) != nil else { return nil }
                return listing.reachOfEnum(payloads.map(\.type), cases: members.map(\.name))
            }
            func reach<Payload>(_ payload: Payload) -> Reach? {
                withUnsafePointer(to: payload) { pointer in
                    let listing = ReachListing(StoredParts(ofPayload: Payload.self, at: UnsafeRawPointer(pointer)))
                    guard (try? value.encode(to: ReachEncoder(listing: listing))) != nil else { return nil }
                    return listing.reachOfEnum(payloads.map(\.type), cases: members.map(\.name))
                }
            }
            return _openExistential(payload, do: reach)
        default: return .anything
        }
    }

    /// The names of the properties that a value writes.
    static func names<T: Encodable>(writtenBy value: T) -> WrittenNames {
        withUnsafePointer(to: value) { pointer in
            let listing = ReachListing(StoredParts(of: T.self, at: UnsafeRawPointer(pointer)) ?? StoredParts())
            try? value.encode(to: ReachEncoder(listing: listing))
            return listing.names
        }
    }
}

/// The names that an `encode(to:)` wrote, as in the source code.
struct WrittenNames {
    /// Properties that were written as they are stored.
    var asStored: Set<String> = []
    /// Names whose written value differs from the stored one.
    var inOtherForm: Set<String> = []

    func areStored(_ member: TypeMetadata.Member) -> Bool { asStored.contains(member.name) || asStored.contains(member.propertyName) }

    func haveOtherForm(_ member: TypeMetadata.Member) -> Bool {
        inOtherForm.contains(member.name) || inOtherForm.contains(member.propertyName)
    }

    /// Whether no name is that of a stored property.
    func areForeign(to members: some Sequence<TypeMetadata.Member>) -> Bool { members.allSatisfy { !areStored($0) && !haveOtherForm($0) } }
}

/// The stored properties of one value, and of the structs in it.
struct StoredParts {
    private struct Field {
        let member: TypeMetadata.Member
        let address: UnsafeRawPointer
        let depth: Int

        var name: String { member.name }

        /// The type of the value at the address; `nil` if unknown.
        var type: Any.Type? { member.isStoredAsSuch ? member.type : nil }
    }

    private var fields: [Field] = []

    init() {}

    init?(of type: Any.Type, at address: UnsafeRawPointer) {
        guard TypeMetadata(type).storedFields != nil else { return nil }
        add(type, at: address, depth: 0)
    }

    /// The contents of an enum's case: a tuple's elements, or one value.
    init(ofPayload type: Any.Type, at address: UnsafeRawPointer) {
        if TypeMetadata(type).kind == .tuple {
            add(type, at: address, depth: 0)
        } else {
            fields.append(Field(member: .init(name: "", type: type, isStoredAsSuch: true), address: address, depth: 0))
        }
    }

    private mutating func add(_ type: Any.Type, at address: UnsafeRawPointer, depth: Int) {
        let metadata = TypeMetadata(type)
        let elements =
            metadata.kind == .tuple
            ? metadata.fields?.map { (TypeMetadata.Member(name: $0.name, type: $0.type, isStoredAsSuch: true), $0.offset) }
            : metadata.storedFields?.map { ($0.member, $0.offset) }
        for (member, offset) in elements ?? [] {
            let field = Field(member: member, address: address + offset, depth: depth)
            fields.append(field)
            guard depth < 4, let type = field.type, !ReferenceWalk.isKnownValue(type), !TypeMetadata(type).isImported,
                TypeMetadata(type).kind == .struct, ReferenceWalk.elementTypes(of: type) == nil
            else { continue }
            add(type, at: field.address, depth: depth + 1)
        }
    }

    /// The type of the property that a key names: with its name, or that of a property wrapper's storage.
    func type(named name: String) -> Any.Type?? {
        for prefix in ["", "_"] {
            if let field = fields.first(where: { $0.depth == 0 && $0.name == prefix + name }) { return .some(field.member.type) }
        }
        return nil
    }

    /// Whether the property that a key names holds a value.
    func holds<T>(_ value: T, named name: String) -> Bool {
        fields.contains { $0.depth == 0 && ($0.name == name || $0.name == "_" + name) && Self.holds(value, $0) }
    }

    /// The properties that hold a value, or its elements.
    func names<T>(holding value: T) -> [String] {
        fields.filter { $0.depth == 0 && (Self.holds(value, $0) || Self.holdsElements(of: value, $0)) }.map(\.member.propertyName)
    }

    /// Whether any stored part holds a value; `nil` if it is an array without elements, which could come from anywhere.
    func holds<T>(_ value: T) -> Bool? {
        if let list = value as? any ElementList, list.isEmpty { return nil }
        return fields.contains { Self.holds(value, $0) || Self.holdsElements(of: value, $0) }
    }

    /// Whether an array that is stored has a value at an index.
    func holds<T>(_ value: T, atIndex index: Int) -> Bool { !fields(holding: value, atIndex: index).isEmpty }

    /// The properties that are an array with a value at an index.
    func names<T>(holding value: T, atIndex index: Int) -> [String] {
        fields(holding: value, atIndex: index).filter { $0.depth == 0 }.map(\.member.propertyName)
    }

    private func fields<T>(holding value: T, atIndex index: Int) -> [Field] {
        fields.filter { field in
            guard let type = field.type as? any ElementList.Type else { return false }
            func hasElement<List: ElementList>(_ type: List.Type) -> Bool {
                guard List.Element.self == T.self else { return false }
                let list = field.address.assumingMemoryBound(to: List.self).pointee
                return list.withElements { elements in index < elements.count && isSame(elements[index] as? T, value) }
            }
            return hasElement(type)
        }
    }

    private static func holds<T>(_ value: T, _ field: Field) -> Bool {
        guard let type = field.type else { return false }
        if type == T.self { return isSame(field.address.assumingMemoryBound(to: T.self).pointee, value) }
        // What `encodeIfPresent` writes of an optional.
        return type == T?.self && isSame(field.address.assumingMemoryBound(to: T?.self).pointee, value)
    }

    private static func holdsElements<T>(of value: T, _ field: Field) -> Bool {
        guard let written = value as? any ElementList, let type = field.type as? any ElementList.Type else { return false }
        func hasElements<Written: ElementList>(_ written: Written) -> Bool {
            func hasElements<List: ElementList>(_ type: List.Type) -> Bool {
                guard List.Element.self == Written.Element.self else { return false }
                let bits = TypePlan.of(List.Element.self).bits
                return field.address.assumingMemoryBound(to: List.self).pointee.withElements { stored in
                    written.withElements { written in
                        guard stored.count == written.count, let left = stored.baseAddress, let right = written.baseAddress else {
                            return false
                        }
                        let (old, new) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
                        return bits.sameRun(old, new, count: stored.count, stride: MemoryLayout<List.Element>.stride) == stored.count
                    }
                }
            }
            return hasElements(type)
        }
        return hasElements(written)
    }

    private static func isSame<T>(_ stored: T?, _ value: T) -> Bool {
        guard let stored else { return false }
        let bits = TypePlan.of(T.self).bits
        return withUnsafePointer(to: stored) { stored in
            withUnsafePointer(to: value) { bits.areSame(UnsafeRawPointer(stored), UnsafeRawPointer($0)) }
        }
    }

    private func isSame<T>(_ stored: T?, _ value: T) -> Bool { Self.isSame(stored, value) }
}

/// The values that an `encode(to:)` wrote, and whether all of them are stored.
final class ReachListing {
    private enum Shape { case nothing, keyed, single, unkeyed, other }

    private let stored: StoredParts
    private var shape = Shape.nothing
    private var isStored = true
    /// Whether a child does not show where it came from.
    private var isOpen = false
    private var parts: [Reach.Stored] = []
    /// The names of all possible keys; `nil` for keys made at run time.
    private var keys: [String]?
    /// Elements by type, in an unkeyed container.
    private var counts: [ObjectIdentifier: Int] = [:]
    /// The key of the one nested container: an enum's case.
    private var nested: String?
    private(set) var names = WrittenNames()

    init(_ stored: StoredParts) { self.stored = stored }

    func giveUp() { shape = .other }

    /// The value's place is not known here; the read is noted.
    var codingPath: [any CodingKey] {
        PathReads.note()
        return []
    }

    func begin(keyedBy type: (some CodingKey).Type) {
        if shape != .nothing { return giveUp() }
        shape = .keyed
        let metadata = TypeMetadata(type)
        if metadata.kind == .enum, metadata.size <= 1, metadata.payloads?.isEmpty == true { keys = metadata.members?.map(\.name) }
        // An enum without cases has no keys.
        if metadata.kind == .enum, metadata.size == 0, keys == nil { keys = [] }
    }

    func beginUnkeyed() { if shape == .nothing { shape = .unkeyed } else { giveUp() } }

    /// The name that a key has in the source.
    private func name<Key: CodingKey>(of key: Key) -> String {
        guard let keys, MemoryLayout<Key>.size <= 1 else { return key.stringValue }
        let number = withUnsafeBytes(of: key) { $0.isEmpty ? 0 : Int($0[0]) }
        return number < keys.count ? keys[number] : key.stringValue
    }

    func member<T>(_ value: T, _ key: some CodingKey) {
        let name = name(of: key)
        if stored.holds(value, named: name) {
            names.asStored.insert(name)
        } else {
            isStored = false
            names.inOtherForm.insert(name)
        }
        parts.append(.init(label: name, type: T.self))
    }

    func single<T>(_ value: T) {
        if shape != .nothing { return giveUp() }
        shape = .single
        note(stored.holds(value))
        names.asStored.formUnion(stored.names(holding: value))
        parts.append(.init(label: "", type: T.self))
    }

    func element<T>(_ value: T) {
        let index = counts[ObjectIdentifier(T.self), default: 0]
        counts[ObjectIdentifier(T.self)] = index + 1
        if !stored.holds(value, atIndex: index) { note(stored.holds(value)) }
        names.asStored.formUnion(stored.names(holding: value, atIndex: index))
        if index == 0 { parts.append(.init(label: "[]", type: T.self)) }
    }

    private func note(_ isHeld: Bool?) {
        switch isHeld {
        case true?: break
        case false?: isStored = false
        case nil: isOpen = true
        }
    }

    func nest(_ key: some CodingKey) {
        names.inOtherForm.insert(name(of: key))
        if nested != nil || !parts.isEmpty { return giveUp() }
        nested = name(of: key)
    }

    /// A child of the nested container.
    func payload<T>(_ value: T) { if stored.holds(value) == false { isStored = false } }

    var reachOfStruct: Reach? {
        guard shape != .other, nested == nil, isStored else { return .anything }
        if isOpen { return nil }
        guard shape == .keyed else {
            // An array without elements does not show where they come from.
            return shape == .unkeyed && parts.isEmpty ? nil : .parts(parts)
        }
        guard let keys else { return .anything }
        var parts = parts
        for key in keys where !parts.contains(where: { $0.label == key }) {
            // Not written this time, since it is `nil`; the type that the property may hold another time counts.
            guard case .some(let type?) = stored.type(named: key) else { return .anything }
            parts.append(.init(label: key, type: type))
        }
        return .parts(parts)
    }

    /// An enum as the compiler encodes it: one key, the case's name, with its payload in it; then all payloads decide.
    func reachOfEnum(_ payloads: [Any.Type], cases: [String]) -> Reach? {
        guard shape == .keyed, let nested, let keys, isStored, parts.isEmpty, cases.contains(nested), Set(keys).isSubset(of: cases) else {
            return .anything
        }
        return .parts(
            payloads.flatMap { payload in
                let metadata = TypeMetadata(payload)
                if metadata.kind == .tuple { return metadata.fields?.map { Reach.Stored(label: "", type: $0.type) } ?? [] }
                return [Reach.Stored(label: "", type: payload)]
            })
    }
}
