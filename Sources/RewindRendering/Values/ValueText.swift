package import RewindValue

/// A value in a list, or that there is none.
package enum ValueText {
    /// Characters that a value takes at most, unless a row says otherwise.
    package static let limit = 60

    /// Its JSON, in so many characters at most.
    ///
    /// - Parameter old: What was there before: of a text that is too long, what is new is shown.
    package static func line(_ value: JSONValue?, limit: Int = limit, _ ink: Line.Ink = .plain, after old: JSONValue? = nil) -> Line {
        guard let value else { return Line("(nothing)", .faint) }
        guard case .string(let text) = value, case .string(let before)? = old else { return Line(PatchText.brief(value, limit), ink) }
        return Line(PatchText.brief(.string(PatchText.news(of: text, after: before, limit)), limit), ink)
    }
}
