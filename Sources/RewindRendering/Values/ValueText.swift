package import RewindValue

/// Draws a value in a list, or its absence.
package enum ValueText {
    /// The maximum number of characters of a value, unless a row sets another limit.
    package static let limit = 60

    /// The value's JSON, limited in length.
    ///
    /// - Parameter old: the earlier value; of a text that is too long, the new part is shown.
    package static func line(_ value: JSONValue?, limit: Int = limit, _ ink: Line.Ink = .plain, after old: JSONValue? = nil) -> Line {
        guard let value else { return Line("(nothing)", .faint) }
        guard case .string(let text) = value, case .string(let before)? = old else { return Line(PatchText.brief(value, limit), ink) }
        return Line(PatchText.brief(.string(PatchText.news(of: text, after: before, limit)), limit), ink)
    }
}
