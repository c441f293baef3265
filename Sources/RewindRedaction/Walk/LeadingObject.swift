/// An object at the beginning of a text, the first member of the one before; the name of an enum's case is read from it.
package struct LeadingObject {
    /// Where the first key is, without its quotes; empty in an empty object.
    package var key = 0..<0
    /// Whether it has no other member.
    package var isSingle = false

    package init(key: Range<Int> = 0..<0, isSingle: Bool = false) { (self.key, self.isSingle) = (key, isSingle) }
}
