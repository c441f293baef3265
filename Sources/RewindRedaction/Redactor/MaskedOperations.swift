import RewindValue

/// An operation of a patch, and what is written in its place.
struct MaskedOperation {
    let own: JSONPatch.Operation
    let written: [JSONPatch.Operation]
    /// Whether it is known what the operation applies to: only then can an index be told from a key that is a number.
    let isPlaceKnown: Bool

    private var ownTokens: [String] { own.pointer.tokens }
    private var writtenTokens: [String] { written.last?.pointer.tokens ?? [] }

    /// Whether it changes nothing but what is below one member or element at a depth.
    func staysBelow(_ depth: Int) -> Bool {
        guard depth < ownTokens.count, depth < writtenTokens.count else { return false }
        guard let source = own.from?.tokens else { return true }
        return depth < source.count && source[depth] == ownTokens[depth]
    }

    func ownToken(_ depth: Int) -> String { ownTokens[depth] }
    func writtenToken(_ depth: Int) -> String { writtenTokens[depth] }

    /// Whether the key at a depth has a pseudonym.
    func hidesKey(_ depth: Int) -> Bool {
        let own = ownToken(depth)
        return !writtenToken(depth).isIdentical(to: own) && (isPlaceKnown || own != "-" && ArrayIndex.parse(own) == nil)
    }
}

extension ArraySlice<MaskedOperation> {
    /// What is written, those below the keys of one object in the order of what is written of the keys: a patch has them in the order of the hidden ones.
    ///
    /// What two operations do below two keys of one object does not depend on which comes first; those below one key, or in an array, keep their order.
    func writtenInOrder(below depth: Int = 0) -> [JSONPatch.Operation] {
        if count < 2 || depth > 128 { return flatMap(\.written) }
        var result: [JSONPatch.Operation] = []
        var rest = self
        while let first = rest.first {
            let run = rest.prefix { $0.staysBelow(depth) }
            result += run.isEmpty ? first.written : run.runInOrder(below: depth)
            rest = rest.dropFirst(Swift.max(run.count, 1))
        }
        return result
    }

    /// The same of operations that all stay below one member or element of one value.
    private func runInOrder(below depth: Int) -> [JSONPatch.Operation] {
        if contains(where: { $0.hidesKey(depth) }) {
            return Dictionary(grouping: self, by: { JSONKey($0.ownToken(depth)) }).values
                .sorted { $0[0].writtenToken(depth).utf8.lexicographicallyPrecedes($1[0].writtenToken(depth).utf8) }
                .flatMap { $0[...].writtenInOrder(below: depth + 1) }
        }
        var result: [JSONPatch.Operation] = []
        var rest = self
        while let first = rest.first {
            let run = rest.prefix { $0.ownToken(depth).isIdentical(to: first.ownToken(depth)) }
            result += run.writtenInOrder(below: depth + 1)
            rest = rest.dropFirst(run.count)
        }
        return result
    }
}
