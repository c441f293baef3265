import RewindValue

extension ObjectIdentifier {
    /// How many places a small table of types has: more than a program's values usually have types.
    static let slotCount = 64

    /// A type's place in such a table; of two types that share one, the later takes it over.
    @inline(__always)
    var slot: Int {
        let address = Int(bitPattern: self)
        return (address >> 4 ^ address >> 10) & (Self.slotCount - 1)
    }
}
