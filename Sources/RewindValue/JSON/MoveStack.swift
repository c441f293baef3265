/// A stack whose upper part can be moved out as an array of exactly its size: what an array or object under construction needs.
///
/// Elements are moved, never copied, so building a tree does no reference counting and no array grows by doubling.
struct MoveStack<Element>: ~Copyable {
    private(set) var count = 0
    private var capacity = 32
    private var base = UnsafeMutablePointer<Element>.allocate(capacity: 32)

    deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    subscript(index: Int) -> Element { base[index] }

    @inline(__always)
    mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Moves everything from an index on into an array.
    mutating func popArray(from start: Int) -> [Element] {
        if start == count { return [] }
        let source = base + start
        let length = count - start
        count = start
        return Array(unsafeUninitializedCapacity: length) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: source, count: length)
            initialized = length
        }
    }

    /// Ends everything from an index on.
    mutating func drop(from start: Int) {
        (base + start).deinitialize(count: count - start)
        count = start
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
