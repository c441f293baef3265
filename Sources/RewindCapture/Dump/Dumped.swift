import RewindValue

/// A value that is encoded as the dump of its parts by their labels; in a recording, in its form.
package struct Dumped<Base>: Encodable {
    private let base: Base

    /// Wraps a value; O(1).
    package init(_ base: Base) { self.base = base }

    /// Encodes the dump; Rewind's encoder makes it itself.
    package func encode(to encoder: any Encoder) throws { try encoded(at: CodingPath()).encode(to: encoder) }
}

extension Dumped: DirectlyEncoded {
    func encoded(at path: CodingPath) -> JSONValue {
        var dumper = Dumper(at: path)
        return dumper.dump(base)
    }
}
