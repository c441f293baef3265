/// Whether two values have the same bits in a type where that means that they are the same value.
///
/// `false` says nothing: equal values may have other bits, and a type that holds references is never the same by its bits.
/// Both values have to be retained by the caller, so that no address was used again. O(size of the type), whatever it holds.
package func haveSameBits<T>(_ left: T, _ right: T) -> Bool {
    let plan = TypePlan.of(T.self)
    guard plan.hasValueSemantics else { return false }
    return withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { right in plan.bits.areSame(left, right) } }
}
