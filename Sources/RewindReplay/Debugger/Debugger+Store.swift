/// The store that a command names.
extension Debugger {
    /// Selects the store that a command's arguments name, if any, while a closure runs with the other arguments.
    ///
    /// - Throws: ``Problem`` if the recording has no such store, or the name is missing; what the closure throws.
    mutating func withNamedStore<Result>(
        _ rest: Substring, _ body: (inout Debugger, Substring) throws -> Result
    ) throws -> Result {
        var rest = rest
        guard let name = try Self.takeStore(from: &rest) else { return try body(&self, rest) }
        guard timeline.storeNames.contains(name) else {
            throw Problem("there is no store '\(name)', only \(timeline.storeNames.map { "'\($0)'" }.joined(separator: ", "))")
        }
        let before = store
        defer { store = before }
        store = name
        return try body(&self, rest)
    }

    /// Takes `--store NAME` out of the options at the beginning of a command's arguments.
    ///
    /// - Throws: `Debugger.Problem` if the name is missing.
    package static func takeStore(from rest: inout Substring) throws(Debugger.Problem) -> String? {
        var remaining = rest
        var others: [Substring] = []
        while let word = remaining.split(maxSplits: 1, whereSeparator: \.isWhitespace).first, word.hasPrefix("-") {
            remaining = remaining[word.endIndex...].drop { $0.isWhitespace }
            guard word == "--store" else {
                others.append(word)
                continue
            }
            guard let name = remaining.split(maxSplits: 1, whereSeparator: \.isWhitespace).first else {
                throw Debugger.Problem("--store has to be followed by the name of a store")
            }
            remaining = remaining[name.endIndex...].drop { $0.isWhitespace }
            rest = (others + [remaining]).joined(separator: " ")[...]
            return String(name)
        }
        return nil
    }
}
