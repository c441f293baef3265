package import RewindValue

/// A value in a list, or that there is none.
package enum ValueText {
    /// Characters that a value takes at most, unless a row says otherwise.
    package static let limit = 60

    /// Its JSON, in so many characters at most.
    package static func line(_ value: JSONValue?, limit: Int = limit, _ ink: Line.Ink = .plain) -> Line {
        value.map { Line(PatchText.brief($0, limit), ink) } ?? Line("(nothing)", .faint)
    }
}
