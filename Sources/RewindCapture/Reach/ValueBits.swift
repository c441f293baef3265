import RewindFormat
import RewindValue

/// How values of one type are compared by their bits, and whether they may be kept as they are.
///
/// Equal bits mean equal values; different bits prove nothing, and a type that holds references is never the same by its bits. The caller has
/// to retain both values, so that no address is reused. O(size of the type), whatever it holds.
package struct ValueBits: Sendable {
    private let plan: TypePlan

    package init<T>(of type: T.Type) { plan = TypePlan.of(type) }

    /// Whether a value may be kept and encoded later, as far as is known by now.
    package var canWait: Bool { plan.hasValueSemantics }

    /// Whether the type refers to nothing at all that could change, so that nothing was learned from samples.
    package var isValue: Bool { plan.isValue }

    /// Discards what samples showed of the type: from now on, values with references are encoded at each step.
    ///
    /// - Returns: the names of the types whose findings were discarded.
    package func distrust() -> [String] { TypePlan.distrust(plan.type).map(TypeShape.name) }

    /// Finds out from a value whether values of the type may be kept, unless that is known.
    package func learn<T>(from value: T) -> Bool { plan.learn(from: value) }

    /// Whether two values of the type have the same bits, if the type's equal bits mean equal values.
    package func areSame<T>(_ left: T, _ right: T) -> Bool {
        // Pointers are converted by hand: the compiler's own conversion asks the runtime for generic types.
        withUnsafePointer(to: left) { areSame(UnsafeRawPointer($0), right) }
    }

    /// Whether two values have the same bits, where one of them is in an optional that is not `nil`.
    package func areSame<T>(some left: T?, _ right: T) -> Bool {
        // An optional's payload lies where the optional does.
        withUnsafePointer(to: left) { areSame(UnsafeRawPointer($0), right) }
    }

    private func areSame<T>(_ left: UnsafeRawPointer, _ right: T) -> Bool {
        guard plan.hasValueSemantics else { return false }
        return withUnsafePointer(to: right) { plan.bits.areSame(left, UnsafeRawPointer($0)) }
    }

    /// A number that is the same for the same bits; `nil` for a type whose bits do not determine the value.
    package func hash<T>(_ value: T) -> Int? {
        guard plan.hasValueSemantics else { return nil }
        return withUnsafePointer(to: value) { plan.bits.hash(UnsafeRawPointer($0)) }
    }
}
