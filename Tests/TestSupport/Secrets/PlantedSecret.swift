/// A secret that a campaign plants, and the bytes by which it is found again.
package struct PlantedSecret: Sendable {
    /// Which class of secrets it is of: `key: compound`, `shape: card`.
    package var kind: String
    package var content: Content
    /// Parts of the secret, each of them unlikely anywhere else: none may be found.
    package var needles: [String]

    /// How the secret is given away.
    package enum Content: Sendable {
        /// By the key that it stands under.
        case keyed(key: String, value: String)
        /// By the key that it stands under, as a number.
        case keyedNumber(key: String, value: Int64)
        /// By what it is, alone or within a text.
        case text(String)
        /// By what it is, as a number.
        case number(Int64)
    }

    /// - Parameter core: the secret itself, of which its beginning, middle and end are looked for.
    package init(_ kind: String, _ content: Content, core: String) {
        self.kind = kind
        self.content = content
        needles = Self.parts(of: core)
    }

    /// Long secrets must not be left in part.
    private static func parts(of core: String) -> [String] {
        let characters = Array(core)
        let length = 10
        guard characters.count > 2 * length else { return [core] }
        let middle = characters.count / 2
        return [characters.prefix(length), characters[(middle - length / 2)..<(middle + length / 2)], characters.suffix(length)].map {
            String($0)
        }
    }
}
