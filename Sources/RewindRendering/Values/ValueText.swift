package import RewindValue

/// A value in a list, or that there is none.
package enum ValueText {
    /// Its JSON, in so many characters at most.
    package static func line(_ value: JSONValue?, limit: Int = 60, _ ink: Line.Ink = .plain) -> Line {
        value.map { Line(PatchText.brief($0, limit), ink) } ?? Line("(nothing)", .faint)
    }
}
