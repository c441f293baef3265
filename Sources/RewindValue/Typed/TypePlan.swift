import Synchronization

/// How values of one type are encoded and compared, found out once a type.
final class TypePlan: Sendable {
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

    private init<T>(_ type: T.Type) {
        hasValueSemantics = !References.mayBeHeld(by: type)
        bits = SignificantBits(of: type, masksPadding: true)
        allBits = SignificantBits(of: type, masksPadding: false)
        direct = type as? any (DirectlyEncoded & SendableMetatype).Type
        identifiable = type as? any (Identifiable & SendableMetatype).Type
        trusted = type as? any (EncodesEqually & SendableMetatype).Type
    }

    /// The plan of a type.
    static func of<T>(_ type: T.Type) -> TypePlan {
        let id = ObjectIdentifier(type)
        if let known = plans.withLock({ $0[id] }) { return known }
        // Made outside the lock: it asks the runtime for metadata, which may take a while. Two threads may make the same plan.
        let plan = TypePlan(type)
        plans.withLock { $0[id] = plan }
        return plan
    }

    private static let plans = Mutex<[ObjectIdentifier: TypePlan]>([:])
}

/// A promise: two values that are `==` encode to the same JSON.
///
/// The typed diff compares bits and never trusts a user's `==`, which may compare identifiers only. A type that keeps its parts behind a
/// reference (copy-on-write storage of its own) has no bits to compare and is encoded at every step; where its `==` compares everything
/// that `encode(to:)` writes, conform it to this and equal values are skipped:
///
/// ```swift
/// extension Deque: @retroactive EncodesEqually where Element: Equatable {}
/// ```
public protocol EncodesEqually: Equatable {}

extension EncodesEqually {
    /// `==` for a caller that found `Self` in the plan of `T`, so both are one type and the casts change nothing.
    static func areEqual<T>(_ left: T, _ right: T) -> Bool {
        unsafeBitCast(left, to: Self.self) == unsafeBitCast(right, to: Self.self)
    }
}
