package import Testing

extension Program.Run {
    /// Holds it against its exit status, and against words that it has to say there.
    @discardableResult
    package func expect(
        _ status: Int32? = nil, output: String..., errors: String..., at place: SourceLocation = #_sourceLocation
    ) -> Program.Run {
        if let status { #expect(self.status == status, "\(self)", sourceLocation: place) }
        for words in output { #expect(self.output.contains(words), "\(self)", sourceLocation: place) }
        for words in errors { #expect(self.errors.contains(words), "\(self)", sourceLocation: place) }
        return self
    }
}
