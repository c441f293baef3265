/// A large array in pieces, so that an insertion or a removal moves the elements of one piece only.
///
/// Making one, and the array from it again, moves each element once.
struct PiecedArray: EditedElements {
    private var pieces: [[JSONValue]] = []
    /// How many elements each piece has; beside them, so that looking for an index touches no piece.
    private var counts: [Int] = []
    private(set) var count: Int

    private static let usualCount = 512

    init(_ array: consuming [JSONValue]) {
        var array = array
        count = array.count
        pieces.reserveCapacity(count / Self.usualCount + 1)
        var start = 0
        while start < count {
            let length = min(Self.usualCount, count - start)
            pieces.append([JSONValue](taking: start..<(start + length), from: &array, capacity: 2 * Self.usualCount))
            counts.append(length)
            start += length
        }
    }

    /// All elements, which are taken out.
    mutating func takeElements() -> [JSONValue] {
        defer { self = PiecedArray([]) }
        return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in pieces.indices {
                initialized += pieces[index].move(0..<counts[index], to: buffer.baseAddress.map { $0 + initialized })
            }
        }
    }

    subscript(index: Int) -> JSONValue {
        get {
            let (piece, offset) = place(of: index)
            return pieces[piece][offset]
        }
        _modify {
            let (piece, offset) = place(of: index)
            yield &pieces[piece][offset]
        }
    }

    mutating func insert(_ element: JSONValue, at index: Int) {
        if pieces.isEmpty {
            pieces.append([])
            counts.append(0)
        }
        let (piece, offset) = place(of: index)
        pieces[piece].insert(element, at: offset)
        counts[piece] += 1
        count += 1
        if counts[piece] >= 2 * Self.usualCount { split(piece) }
    }

    mutating func remove(at index: Int) -> JSONValue {
        let (piece, offset) = place(of: index)
        counts[piece] -= 1
        count -= 1
        let element = pieces[piece].remove(at: offset)
        if counts[piece] == 0 {
            pieces.remove(at: piece)
            counts.remove(at: piece)
        }
        return element
    }

    /// The piece of an index and the place in it; the end of the last piece for the end of all.
    private func place(of index: Int) -> (piece: Int, offset: Int) {
        counts.withUnsafeBufferPointer { counts in
            var offset = index
            var piece = 0
            while piece < counts.count - 1, offset >= counts[piece] {
                offset -= counts[piece]
                piece += 1
            }
            return (piece, offset)
        }
    }

    private mutating func split(_ piece: Int) {
        let upper = Array(pieces[piece][Self.usualCount...])
        pieces[piece].removeSubrange(Self.usualCount...)
        pieces.insert(upper, at: piece + 1)
        counts.insert(upper.count, at: piece + 1)
        counts[piece] = Self.usualCount
    }
}

extension [JSONValue] {
    /// An array of some elements of another, which is left with null in their place.
    fileprivate init(taking range: Range<Int>, from other: inout [JSONValue], capacity: Int) {
        self.init(unsafeUninitializedCapacity: Swift.max(capacity, range.count)) { buffer, initialized in
            initialized = other.move(range, to: buffer.baseAddress)
        }
    }

    /// Moves elements to memory that holds nothing yet and has room for them, without counting references; null stays in their place.
    ///
    /// - Returns: How many they are.
    fileprivate mutating func move(_ range: Range<Int>, to target: UnsafeMutablePointer<JSONValue>?) -> Int {
        // Both are in bounds: the range is checked here, the room is the caller's. What was moved out is initialised again at once.
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        return withUnsafeMutableBufferPointer { elements in
            guard let target, let source = elements.baseAddress, !range.isEmpty else { return 0 }
            target.moveInitialize(from: source + range.lowerBound, count: range.count)
            (source + range.lowerBound).initialize(repeating: .null, count: range.count)
            return range.count
        }
    }
}
