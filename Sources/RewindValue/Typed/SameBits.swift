/// Whether two values have the same bits in a type where that means that they are the same value.
///
/// `false` says nothing: equal values may have other bits, and a type that holds references is never the same by its bits.
/// Both values have to be retained by the caller, so that no address was used again. O(size of the type), whatever it holds.
package func haveSameBits<T>(_ left: T, _ right: T) -> Bool { ValueBits(of: T.self).areSame(left, right) }

/// How values of one type are compared by their bits, found out once for many comparisons; see ``haveSameBits(_:_:)``.
package struct ValueBits: Sendable {
    private let bits: SignificantBits?

    package init<T>(of type: T.Type) {
        let plan = TypePlan.of(type)
        bits = plan.hasValueSemantics ? plan.bits : nil
    }

    /// Whether two values of the type have the same bits, in a type where that means that they are the same value.
    package func areSame<T>(_ left: T, _ right: T) -> Bool {
        guard let bits else { return false }
        return withUnsafePointer(to: left) { left in
            // Pointers are converted by hand: the compiler's own conversion asks the runtime for generic types.
            withUnsafePointer(to: right) { right in bits.areSame(UnsafeRawPointer(left), UnsafeRawPointer(right)) }
        }
    }

    /// A number that is the same for the same bits; `nil` in a type where these do not tell the value.
    package func hash<T>(_ value: T) -> Int? {
        guard let bits else { return nil }
        return withUnsafePointer(to: value) { bits.hash(UnsafeRawPointer($0)) }
    }
}
