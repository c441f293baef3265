import OrderedCollections
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
                return WrittenParts(value, stored)?.reachOfStruct
            }
        case .enum where !(value is any CustomReflectable):
            guard let payloads = metadata.payloads, let members = metadata.members else { return .anything }
            guard let payload = Mirror(reflecting: value).children.first?.value else {
                return WrittenParts(value, StoredParts())?.reachOfEnum(payloads.map(\.type), cases: members.map(\.name))
            }
            func reach<Payload>(_ payload: Payload) -> Reach? {
                withUnsafePointer(to: payload) { pointer in
                    let stored = StoredParts(ofPayload: Payload.self, at: UnsafeRawPointer(pointer))
                    return WrittenParts(value, stored)?.reachOfEnum(payloads.map(\.type), cases: members.map(\.name))
                }
            }
            return _openExistential(payload, do: reach)
        default: return .anything
        }
    }

    /// The names of the properties that a value writes.
    static func names<T: Encodable>(writtenBy value: T) -> WrittenNames {
        withUnsafePointer(to: value) { pointer in
            WrittenParts(value, StoredParts(of: T.self, at: UnsafeRawPointer(pointer)) ?? StoredParts())?.names ?? WrittenNames()
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
                return list.withElements { elements in index < elements.count && Self.isSame(elements[index] as? T, value) }
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
}

/// What an `encode(to:)` wrote, held against what its value stores.
private struct WrittenParts {
    private let stored: StoredParts
    private let kind: ContainerKind
    /// Whether everything that was written is known to be stored.
    private var isStored = true
    /// Whether a child does not show where it came from.
    private var isOpen = false
    private var parts: [Reach.Stored] = []
    /// The cases of the keys by their texts; `nil` for keys made at run time.
    private let keys: [(text: String, name: String)]?
    /// The key of the one nested container: an enum's case.
    private var nested: String?
    private(set) var names = WrittenNames()

    /// - Returns: `nil` if the value does not encode.
    init?(_ value: some Encodable, _ stored: StoredParts) {
        guard let container = try? Container(encoding: value, children: .typed, at: CodingPath()) else { return nil }
        self.stored = stored
        kind = container.kind
        keys = container.keyType.flatMap { Self.keys(of: $0) }
        for (text, part) in container.members {
            let name = keys?.first { $0.text == text }?.name ?? text
            switch part {
            case .typed(let box): member(box.value, name)
            case .container(let child): nest(child, name)
            case .value: isStored = false  // a `nil` does not show which property it came from
            }
        }
        var counts: [ObjectIdentifier: Int] = [:]
        for part in container.elements {
            if case .typed(let box) = part { element(box.value, &counts) } else { isStored = false }
        }
        switch container.single {
        case .typed(let box)?: single(box.value)
        case .value?, .container?: isStored = false
        case nil: break
        }
    }

    private static func keys(of type: any CodingKey.Type) -> [(text: String, name: String)]? {
        func keys<Key: CodingKey>(_ type: Key.Type) -> [(text: String, name: String)]? {
            EnumCases.cases(of: type)?.map { ($0.value.stringValue, $0.name) }
        }
        return keys(type)
    }

    private mutating func member<T: Encodable>(_ value: T, _ name: String) {
        if stored.holds(value, named: name) {
            names.asStored.insert(name)
        } else {
            isStored = false
            names.inOtherForm.insert(name)
        }
        parts.append(.init(label: name, type: T.self))
    }

    private mutating func single<T: Encodable>(_ value: T) {
        note(stored.holds(value))
        names.asStored.formUnion(stored.names(holding: value))
        parts.append(.init(label: "", type: T.self))
    }

    private mutating func element<T: Encodable>(_ value: T, _ counts: inout [ObjectIdentifier: Int]) {
        let index = counts[ObjectIdentifier(T.self), default: 0]
        counts[ObjectIdentifier(T.self)] = index + 1
        if !stored.holds(value, atIndex: index) { note(stored.holds(value)) }
        names.asStored.formUnion(stored.names(holding: value, atIndex: index))
        if index == 0 { parts.append(.init(label: "[]", type: T.self)) }
    }

    private mutating func note(_ isHeld: Bool?) {
        if isHeld == false { isStored = false }
        if isHeld == nil { isOpen = true }
    }

    /// Notes a nested container: the payload of an enum's case, whose values are stored somewhere.
    private mutating func nest(_ child: Container, _ name: String) {
        names.inOtherForm.insert(name)
        if nested != nil || child.kind != .object { isStored = false }
        nested = name
        for part in child.members.values {
            if case .typed(let box) = part, holds(box.value) { continue }
            isStored = false
        }
    }

    private func holds(_ value: some Encodable) -> Bool { stored.holds(value) != false }

    var reachOfStruct: Reach? {
        guard nested == nil, isStored else { return .anything }
        if isOpen { return nil }
        guard kind == .object else {
            // An array without elements does not show where they come from.
            return kind == .array && parts.isEmpty ? nil : .parts(parts)
        }
        guard let keys else { return .anything }
        var parts = parts
        for (_, key) in keys where !parts.contains(where: { $0.label == key }) {
            // Not written this time, since it is `nil`; the type that the property may hold another time counts.
            guard case .some(let type?) = stored.type(named: key) else { return .anything }
            parts.append(.init(label: key, type: type))
        }
        return .parts(parts)
    }

    /// An enum as the compiler encodes it: one key, the case's name, with its payload in it; then all payloads decide.
    func reachOfEnum(_ payloads: [Any.Type], cases: [String]) -> Reach? {
        guard let nested, let keys, isStored, parts.isEmpty, cases.contains(nested), keys.allSatisfy({ cases.contains($0.name) }) else {
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
