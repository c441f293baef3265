extension StringProtocol {
    /// Whether this text contains another one, without the module that has the standard library's search.
    package func contains(text: some StringProtocol) -> Bool { indices.contains { self[$0...].starts(with: text) } }
}
