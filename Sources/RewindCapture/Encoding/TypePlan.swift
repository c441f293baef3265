import RewindValue
import Synchronization

/// How values of one type are encoded and compared, found out once a type.
///
/// `@unchecked Sendable`: what it stores never changes, or is an atomic or behind a lock.
final class TypePlan: SourceTraits, @unchecked Sendable {
    /// The type itself.
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
    /// The type itself, where we encode it ourselves.
    let direct: (any (DirectlyEncoded & SendableMetatype).Type)?
    /// The type itself, where its values have an identity.
    let identifiable: (any (Identifiable & SendableMetatype).Type)?

    /// Deinitializes a value of the type that is kept in raw memory.
    nonisolated(unsafe) let destroy: (UnsafeMutableRawPointer) -> Void  // it captures nothing but the type

    private init<T>(of type: T.Type) {
        self.type = type
        destroy = { $0.assumingMemoryBound(to: T.self).deinitialize(count: 1) }
        isValue = !ReferenceWalk.findsAny(in: type)
        bits = SignificantBits(of: type)
        direct = type as? any (DirectlyEncoded & SendableMetatype).Type
        identifiable = type as? any (Identifiable & SendableMetatype).Type
        super.init(type, isLeaf: direct?.isLeaf ?? false)
    }

    /// Whether equal bits mean that two values encode alike, and nothing changes meanwhile what a kept value encodes to.
    var hasValueSemantics: Bool { isValue || isProven.load(ordering: .relaxed) }

    func noteReadsPath() { hasReadPath.store(true, ordering: .relaxed) }

    static func of<T>(_ type: T.Type) -> TypePlan { plans.fact(of: type) { TypePlan(of: type) } }

    /// The plan of a type that is known at run time only.
    static func of(any type: Any.Type) -> TypePlan {
        func plan<T>(_ type: T.Type) -> TypePlan { TypePlan.of(type) }
        return _openExistential(type, do: plan)
    }

    private static let plans = TypeTable<TypePlan>()

    /// Runs code that encodes a value of the type, and notes whether it read its path.
    @inline(__always)
    func watchingPathReads<Result>(_ body: () throws -> Result) rethrows -> Result {
        let before = PathReads.count
        defer { if PathReads.count != before { noteReadsPath() } }
        return try body()
    }
}

extension TypeSlots<TypePlan> {
    @inline(__always)
    mutating func plan<T>(of type: T.Type) -> TypePlan { fact(of: type) { TypePlan.of(type) } }
}
