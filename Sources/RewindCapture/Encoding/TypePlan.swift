import RewindValue
import Synchronization

/// How values of one type are encoded and compared, found out once a type.
final class TypePlan: Sendable {
    /// The type's identity.
    let id: ObjectIdentifier
    /// The same, as a type.
    let type: Any.Type
    /// Whether the type holds no reference to anything that can change in place.
    let isValue: Bool
    /// Whether the references in the type were shown not to reach its values' encoding.
    let isProven = Atomic(false)
    /// Whether a value of the type, or one in it, read its coding path while it was encoded: in an array, its index may affect what it
    /// writes.
    var readsPath: Bool { hasReadPath.load(ordering: .relaxed) }
    private let hasReadPath = Atomic(false)
    /// What is known of the type's reach so far.
    let found = Mutex(FoundReach())
    /// The bytes that count when comparing bits, without the padding.
    let bits: SignificantBits
    /// All bytes, for where padding is not left out.
    let allBits: SignificantBits
    /// The type itself, where we encode it ourselves.
    let direct: (any (DirectlyEncoded & SendableMetatype).Type)?
    /// The type itself, where its values have an identity.
    let identifiable: (any (Identifiable & SendableMetatype).Type)?

    /// Whether the app declares that its values are recorded as they are.
    let isRecordedAsIs: Bool
    /// Its cases, if it is an enum without payloads.
    let cases: SourceCases?
    /// Whether it is an option set without other stored properties.
    let isOptionSet: Bool
    /// Whether the type, as a type of keys, may have keys that appear in the source code.
    var hasSourceKeys: Bool { cases != nil || id == ObjectIdentifier(PathKey.self) }

    /// Whether the text of a key of the type appears in the source code.
    func standsInSource<Key: CodingKey>(_ key: Key, _ text: String) -> Bool {
        // Of our own keys an app can make others, from the type of those in a coding path.
        if id == ObjectIdentifier(PathKey.self) { return text == PathKey.super.stringValue }
        return cases?.find(key)?._withUnsafeGuaranteedRef { $0.has(text, of: key) } ?? false
    }

    /// Deinitializes a value of the type that is kept in raw memory.
    nonisolated(unsafe) let destroy: (UnsafeMutableRawPointer) -> Void  // it captures nothing but the type

    private init<T>(_ type: T.Type) {
        id = ObjectIdentifier(type)
        self.type = type
        destroy = { $0.assumingMemoryBound(to: T.self).deinitialize(count: 1) }
        isValue = !ReferenceWalk.findsAny(in: type)
        bits = SignificantBits(of: type, masksPadding: true)
        allBits = SignificantBits(of: type, masksPadding: false)
        direct = type as? any (DirectlyEncoded & SendableMetatype).Type
        identifiable = type as? any (Identifiable & SendableMetatype).Type
        isRecordedAsIs = type is any RecordedAsIs.Type
        cases = SourceCases(type)
        isOptionSet = Self.isBits(type)
    }

    private static func isBits<T>(_ type: T.Type) -> Bool {
        func isBits<Options: OptionSet>(_ type: Options.Type) -> Bool {
            Options.RawValue.self is any FixedWidthInteger.Type && MemoryLayout<Options>.size == MemoryLayout<Options.RawValue>.size
        }
        return (type as? any OptionSet.Type).map { isBits($0) } ?? false
    }

    /// Whether values of the type have no parts.
    var isLeaf: Bool { direct?.isLeaf ?? false }

    /// Whether equal bits mean that two values encode alike.
    var hasValueSemantics: Bool { isValue || isProven.load(ordering: .relaxed) }

    /// Whether a value may be kept and encoded later: nothing changes what it encodes to meanwhile.
    var canWait: Bool { hasValueSemantics }

    func noteReadsPath() { hasReadPath.store(true, ordering: .relaxed) }

    /// The plan of a type.
    static func of<T>(_ type: T.Type) -> TypePlan {
        let id = ObjectIdentifier(type)
        if let known = plans.withLock({ $0[id] }) { return known }
        // Made outside the lock: it reads metadata from the runtime, which may take a while. If two are made at once, one is kept, for
        // ever.
        let plan = TypePlan(type)
        return plans.withLock { plans in
            if let known = plans[id] { return known }
            plans[id] = plan
            return plan
        }
    }

    private static let plans = Mutex<[ObjectIdentifier: TypePlan]>([:])
}

/// The plans of the types met last, without a lock; a type's plan never changes.
struct PlanCache {
    private var entries = [TypePlan?](repeating: nil, count: ObjectIdentifier.slotCount)

    mutating func plan<T>(of type: T.Type) -> TypePlan {
        let id = ObjectIdentifier(type)
        if let plan = entries[id.slot], plan.id == id { return plan }
        let plan = TypePlan.of(type)
        entries[id.slot] = plan
        return plan
    }
}
