/// Where bytes of JSON are appended: an array, or the buffer of an encoder.
@usableFromInline package protocol ByteSink: ~Copyable {
    mutating func append(_ byte: UInt8)
    mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>)
}

extension [UInt8]: ByteSink {}

extension ByteSink where Self: ~Copyable {
    /// Appends ASCII that is known at compile time.
    @inlinable package mutating func append(_ text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends an integer in digits.
    @inlinable package mutating func append(decimal magnitude: UInt64, isNegative: Bool) {
        if magnitude < 10, !isNegative { return append(UInt8(ascii: "0") + UInt8(magnitude)) }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = magnitude
            var start = digits.count
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if isNegative { append(UInt8(ascii: "-")) }
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}

/// A growing piece of memory: appending to it takes a fraction of what `[UInt8]` takes, which checks its owner each time.
@usableFromInline package struct ByteBuffer: ByteSink, ~Copyable {
    @usableFromInline package var count = 0
    @usableFromInline package var capacity = 1024
    @usableFromInline package var base = UnsafeMutablePointer<UInt8>.allocate(capacity: 1024)

    @inlinable package init() {}

    @inlinable deinit { base.deallocate() }

    /// All bytes; valid until the next change.
    @inlinable package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        if count == capacity { grow(by: 1) }
        base[count] = byte
        count += 1
    }

    @inlinable @inline(__always)
    package mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        if capacity - count < bytes.count { grow(by: bytes.count) }
        (base + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    /// Lets a closure change bytes that are there.
    @inlinable package mutating func change<Result>(_ range: Range<Int>, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
        body(UnsafeMutableBufferPointer(rebasing: UnsafeMutableBufferPointer(start: base, count: count)[range]))
    }

    /// Takes everything from a length on back.
    @inlinable package mutating func truncate(to length: Int) { count = min(count, length) }

    @usableFromInline @inline(never)
    package mutating func grow(by needed: Int) {
        capacity = max(capacity * 2, count + needed)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }
}
