import Synchronization

/// How values of one type are encoded and compared, found out once a type.
final class TypePlan: Sendable {
    /// Which type it is of.
    let id: ObjectIdentifier
    /// Whether equal bits mean equal values: the type refers to nothing that can change behind its back.
    let hasValueSemantics: Bool
    /// The bytes that count when comparing bits, without the padding.
    let bits: SignificantBits
    /// All bytes, for where padding is not masked.
    let allBits: SignificantBits
    /// The type itself, where we encode it ourselves.
    let direct: (any (DirectlyEncoded & SendableMetatype).Type)?
    /// The type itself, where its values have an identity.
    let identifiable: (any (Identifiable & SendableMetatype).Type)?
    /// The type itself, where its `==` may be trusted.
    let trusted: (any (EncodesEqually & SendableMetatype).Type)?

    /// Whether all that its values encode to stands in the source: an enum without payloads, the bits of an option set; or the app says so.
    let isRecordedAsIs: Bool

    /// Ends a value of the type that somebody keeps in memory of his own.
    nonisolated(unsafe) let destroy: (UnsafeMutableRawPointer) -> Void  // it captures nothing but the type

    private init<T>(_ type: T.Type) {
        id = ObjectIdentifier(type)
        destroy = { $0.assumingMemoryBound(to: T.self).deinitialize(count: 1) }
        hasValueSemantics = !ReferenceWalk.findsAny(in: type)
        bits = SignificantBits(of: type, masksPadding: true)
        allBits = SignificantBits(of: type, masksPadding: false)
        direct = type as? any (DirectlyEncoded & SendableMetatype).Type
        identifiable = type as? any (Identifiable & SendableMetatype).Type
        trusted = type as? any (EncodesEqually & SendableMetatype).Type
        isRecordedAsIs = Self.standsInSource(type) || type is any RecordedAsIs.Type
    }

    private static func standsInSource<T>(_ type: T.Type) -> Bool {
        let metadata = TypeMetadata(type)
        return metadata.kind == .enum && metadata.payloads?.isEmpty == true || type is any OptionSet.Type
            || ObjectIdentifier(type) == ObjectIdentifier(PathKey.self)
    }

    /// Whether values of the type have no parts.
    var isLeaf: Bool { direct?.isLeaf ?? false }

    /// Whether a value may be kept and looked at later: nothing changes it meanwhile.
    var canWait: Bool { hasValueSemantics || trusted != nil }

    /// The plan of a type.
    static func of<T>(_ type: T.Type) -> TypePlan {
        let id = ObjectIdentifier(type)
        if let known = plans.withLock({ $0[id] }) { return known }
        // Made outside the lock: it asks the runtime for metadata, which may take a while. Of two that were made at once, one stays, for ever.
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
