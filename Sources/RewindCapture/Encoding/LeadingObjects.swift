import RewindValue

/// The objects that an encoded value begins with, each the first member of the one before; the name of an enum's case is read from them.
struct LeadingObjects: ~Copyable {
    private(set) var objects = MoveStack<Object>()
    /// Where the next object or its key would begin.
    private var end = 0

    struct Object {
        /// Where the first key is, without its quotes.
        var key: Range<Int>
        /// Whether it has no other member.
        var isSingle = true
    }

    @inline(__always)
    mutating func begin() {
        objects.drop(from: 0)
        end = 0
    }

    /// Whether an object at an index of the text is the next of them.
    func goOn(at index: Int) -> Bool { index == end }

    /// Notes that an object begins at an index of the text.
    @inline(__always)
    mutating func noteObject(at index: Int) { if index == end { end += 1 } }

    /// Notes an object's first key, with its quotes and its colon.
    ///
    /// - Returns: which of the objects it is in.
    @inline(__always)
    mutating func noteFirstKey(_ range: Range<Int>) -> Int? {
        guard range.lowerBound == end else { return nil }
        end = range.upperBound
        objects.push(Object(key: (range.lowerBound + 1)..<(range.upperBound - 2)))
        return objects.count - 1
    }

    @inline(__always)
    mutating func noteSecondKey(of object: Int) { objects[object].isSingle = false }
}
