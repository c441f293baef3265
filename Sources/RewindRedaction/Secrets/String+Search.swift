import RewindValue

extension StringProtocol {
    /// Whether another text stands somewhere in this one: the standard library's answer, without the module that its search is in.
    func contains(text: some StringProtocol) -> Bool { indices.contains { self[$0...].starts(with: text) } }
}
