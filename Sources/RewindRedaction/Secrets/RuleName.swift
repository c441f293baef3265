/// The name of a rule, as the manifest's counts have it: its kind, and what it is about, such as `key password`.
package struct RuleName: Sendable, Hashable, CustomStringConvertible {
    package var kind: Kind
    package var subject: String

    package enum Kind: String, Sendable {
        /// A word that keys have.
        case key
        /// A pattern of places.
        case path
        /// A form that secrets have.
        case shape
        /// A rule of the app's own.
        case rule
        /// A type of the app's that marks its value.
        case type
    }

    package init(_ kind: Kind, _ subject: String) { (self.kind, self.subject) = (kind, subject) }

    /// The rule that a count is of; `nil` if its name is none of these, as where a masked recording has the kind alone.
    package init?(_ name: String) {
        guard let blank = name.utf8.firstIndex(of: UInt8(ascii: " ")), let kind = Kind(rawValue: String(name[..<blank])) else { return nil }
        self.init(kind, String(name[name.utf8.index(after: blank)...]))
    }

    package var description: String { kind.rawValue + " " + subject }

    /// The word of a rule for keys; `nil` for another rule.
    package var word: String? { kind == .key ? subject : nil }

    /// What counts what the app's types mark.
    package static let marking = RuleName(.type, "Redacted")
}
