import RewindValue

/// The parts of a store's states that an index keeps: outlines of the first and the last one, and the patches of places that seldom change.
///
/// A question about such a place needs no state from the recording, however large the state is.
struct Excerpt: Sendable, Equatable {
    var first = StateOutline()
    var last = StateOutline()
    /// The patches that are kept, by their steps.
    var patches: [Int: Patch] = [:]

    /// A step's patch as JSON, and how long its reducer took.
    struct Patch: Sendable, Equatable {
        var json: [UInt8]
        var took: Int?
    }

    /// The patch of a step; `nil` if it is not kept.
    func patch(at step: Int) -> JSONPatch? {
        guard let kept = patches[step], let json = try? JSONValue(parsing: kept.json) else { return nil }
        return try? JSONPatch(json: json)
    }
}

extension Excerpt {
    /// Appends the excerpt as bytes.
    func write(into bytes: inout [UInt8]) {
        first.write(into: &bytes)
        last.write(into: &bytes)
        bytes.append(varint: patches.count)
        for (step, patch) in patches.sorted(by: { $0.key < $1.key }) {
            bytes.append(varint: step)
            bytes.append(varint: patch.took.map { $0 + 1 } ?? 0)
            bytes.append(counted: patch.json)
        }
    }

    /// Reads the excerpt from the next bytes.
    init?(from reader: inout VarintReader) {
        guard let first = StateOutline(from: &reader), let last = StateOutline(from: &reader), let count = reader.next() else { return nil }
        (self.first, self.last) = (first, last)
        for _ in 0..<count {
            guard let step = reader.next(), let took = reader.next(), let json = reader.nextBytes() else { return nil }
            patches[step] = Patch(json: json, took: took > 0 ? took - 1 : nil)
        }
    }
}
