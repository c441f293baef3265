/// A large array in chunks, so that an insertion or a removal moves the elements of one chunk only.
///
/// Making one, and the array from it again, moves each element once.
struct ChunkedArray: EditedElements {
    private var chunks: [[JSONValue]] = []
    /// How many elements each chunk has; beside them, so that looking for an index touches no chunk.
    private var counts: [Int] = []
    private(set) var count: Int

    private static let usualCount = 512

    init(_ array: consuming [JSONValue]) {
        var array = array
        count = array.count
        chunks.reserveCapacity(count / Self.usualCount + 1)
        var start = 0
        while start < count {
            let length = min(Self.usualCount, count - start)
            chunks.append([JSONValue](taking: start..<(start + length), from: &array, capacity: 2 * Self.usualCount))
            counts.append(length)
            start += length
        }
    }

    /// All elements, which are taken out.
    mutating func takeElements() -> [JSONValue] {
        defer { self = ChunkedArray([]) }
        return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in chunks.indices {
                initialized += chunks[index].move(0..<counts[index], to: buffer.baseAddress.map { $0 + initialized })
            }
        }
    }

    subscript(index: Int) -> JSONValue {
        get {
            let (chunk, offset) = place(of: index)
            return chunks[chunk][offset]
        }
        _modify {
            let (chunk, offset) = place(of: index)
            yield &chunks[chunk][offset]
        }
    }

    mutating func insert(_ element: JSONValue, at index: Int) {
        if chunks.isEmpty {
            chunks.append([])
            counts.append(0)
        }
        let (chunk, offset) = place(of: index)
        chunks[chunk].insert(element, at: offset)
        counts[chunk] += 1
        count += 1
        if counts[chunk] >= 2 * Self.usualCount { split(chunk) }
    }

    mutating func remove(at index: Int) -> JSONValue {
        let (chunk, offset) = place(of: index)
        counts[chunk] -= 1
        count -= 1
        let element = chunks[chunk].remove(at: offset)
        if counts[chunk] == 0 {
            chunks.remove(at: chunk)
            counts.remove(at: chunk)
        }
        return element
    }

    /// The chunk of an index and the place in it; the end of the last chunk for the end of all.
    private func place(of index: Int) -> (chunk: Int, offset: Int) {
        counts.withUnsafeBufferPointer { counts in
            var offset = index
            var chunk = 0
            while chunk < counts.count - 1, offset >= counts[chunk] {
                offset -= counts[chunk]
                chunk += 1
            }
            return (chunk, offset)
        }
    }

    private mutating func split(_ chunk: Int) {
        let upper = Array(chunks[chunk][Self.usualCount...])
        chunks[chunk].removeSubrange(Self.usualCount...)
        chunks.insert(upper, at: chunk + 1)
        counts.insert(upper.count, at: chunk + 1)
        counts[chunk] = Self.usualCount
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
