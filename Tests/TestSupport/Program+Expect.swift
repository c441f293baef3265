package import Testing

extension Program.Run {
    /// What one of the two streams has to be: text by itself is found in it.
    package enum Said: ExpressibleByStringInterpolation {
        case has(String)
        case begins(String)
        case `is`(String)
        case not(String)

        package init(stringLiteral words: String) { self = .has(words) }

        /// Whether a text is that.
        package func fits(_ text: String) -> Bool {
            switch self {
            case .has(let words): text.contains(words)
            case .begins(let words): text.hasPrefix(words)
            case .is(let words): text == words
            case .not(let words): !text.contains(words)
            }
        }
    }

    /// Holds it against its exit status, and against what it has to say on its two streams.
    @discardableResult
    package func expect(
        _ status: Int32? = nil, output: Said..., errors: Said..., at place: SourceLocation = #_sourceLocation
    ) -> Program.Run {
        if let status { #expect(self.status == status, "\(self)", sourceLocation: place) }
        for said in output { #expect(said.fits(self.output), "\(self)", sourceLocation: place) }
        for said in errors { #expect(said.fits(self.errors), "\(self)", sourceLocation: place) }
        return self
    }
}
