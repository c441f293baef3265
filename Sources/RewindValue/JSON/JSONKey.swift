/// A text as the key of a member: two are one key if they have the same scalars, as RFC 8259 compares names (section 8.3).
///
/// Swift's own `==` takes two spellings of "é" for one text, so a dictionary of texts would lose one of two members.
package struct JSONKey: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: JSONKey, right: JSONKey) -> Bool { left.text.isIdentical(to: right.text) }

    package func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
