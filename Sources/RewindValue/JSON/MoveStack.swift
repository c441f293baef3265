/// A stack that manages its own memory and whose upper part can be moved out as an array of exactly its size.
///
/// Elements are moved, never copied, so building a tree does no reference counting and no array grows by doubling. Access takes a fraction
/// of the time of an `Array`, which checks its owner and the bounds each time; callers must not access an element that does not exist.
@usableFromInline package struct MoveStack<Element>: ~Copyable {
    @usableFromInline package var count = 0
    @usableFromInline package var capacity = 32
    @usableFromInline package var base = UnsafeMutablePointer<Element>.allocate(capacity: 32)

    @inlinable package init() {}

    @inlinable deinit {
        base.deinitialize(count: count)
        base.deallocate()
    }

    @inlinable package subscript(index: Int) -> Element {
        @inline(__always) _read {
            assert(index >= 0 && index < count)
            yield base[index]
        }
        @inline(__always) _modify {
            assert(index >= 0 && index < count)
            yield &base[index]
        }
    }

    /// The elements from the bottom up; valid until the next change.
    @inlinable package var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

    @inlinable @inline(__always)
    package mutating func push(_ element: consuming Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count += 1
    }

    /// Moves the uppermost element out; there has to be one.
    @inlinable @inline(__always)
    package mutating func pop() -> Element {
        assert(count > 0)
        count -= 1
        return (base + count).move()
    }

    /// Moves everything from an index on into an array.
    @inlinable package mutating func popArray(from start: Int) -> [Element] {
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
    @inlinable @inline(__always)
    package mutating func drop(from start: Int) {
        (base + start).deinitialize(count: count - start)
        count = start
    }

    @inlinable @inline(never)
    package mutating func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }
}
