import RewindValue

/// Which bytes of a type are part of the value.
///
/// The others are padding, which is not copied with a value, so it differs between equal ones.
///
/// A byte is padding only inside an alignment gap between two known fields of Swift structs and tuples. A wrong "differs" costs time, a
/// wrong "same" would lose a change, so everything that is not known counts.
struct SignificantBits: Sendable {
    /// A mask for each whole word.
    private let words: [UInt64]
    /// A mask for each byte after the last whole word.
    private let tail: [UInt8]

    init(of type: Any.Type) {
        var bytes = [UInt8](repeating: 0xFF, count: TypeMetadata(type).size)
        Self.clearPadding(of: type, in: &bytes)
        let wholeWords = bytes.count / 8
        words = bytes.withUnsafeBytes { bytes in (0..<wholeWords).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) } }
        tail = Array(bytes[(wholeWords * 8)...])
    }

    /// How many bytes count.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount / 8 } + tail.count { $0 != 0 } }

    /// Whether two values have the same bits.
    func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        var offset = 0
        for mask in words {
            let left = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let right = right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if (left ^ right) & mask != 0 { return false }
            offset += 8
        }
        for mask in tail {
            let left = left.load(fromByteOffset: offset, as: UInt8.self)
            let right = right.load(fromByteOffset: offset, as: UInt8.self)
            if (left ^ right) & mask != 0 { return false }
            offset += 1
        }
        return true
    }

    /// How many values from the first on are the same in two arrays.
    ///
    /// - Parameter stride: the way from one value to the next in bytes; negative to go backwards.
    func sameRun(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, stride: Int) -> Int {
        words.withUnsafeBufferPointer { words in
            var left = left
            var right = right
            for index in 0..<count {
                // No way out in the middle: so the compiler compares several words at once.
                var difference: UInt64 = 0
                for word in words.indices {
                    let pair =
                        left.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
                        ^ right.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self)
                    difference |= pair & words[word]
                }
                if difference != 0 { return index }
                for (byte, mask) in tail.enumerated() {
                    let offset = words.count * 8 + byte
                    let pair = left.load(fromByteOffset: offset, as: UInt8.self) ^ right.load(fromByteOffset: offset, as: UInt8.self)
                    if pair & mask != 0 { return index }
                }
                left += stride
                right += stride
            }
            return count
        }
    }

    /// A hash of the bits: the same for values that are the same.
    func hash(_ value: UnsafeRawPointer) -> Int {
        var hasher = Hasher()
        var offset = 0
        for mask in words {
            hasher.combine(value.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & mask)
            offset += 8
        }
        for mask in tail {
            hasher.combine(value.load(fromByteOffset: offset, as: UInt8.self) & mask)
            offset += 1
        }
        return hasher.finalize()
    }

    private static func clearPadding(of type: Any.Type, at start: Int = 0, in bytes: inout [UInt8]) {
        let metadata = TypeMetadata(type)
        guard !metadata.isImported, let fields = metadata.fields else { return }
        var end = 0
        for (field, offset) in fields.map({ (TypeMetadata($0.type), $0.offset) }).sorted(by: { $0.1 < $1.1 }) {
            guard offset >= end, offset + field.size <= metadata.size else { return }
            let aligned = (end + field.alignment - 1) / field.alignment * field.alignment
            if offset == aligned { for byte in end..<offset { bytes[start + byte] = 0 } }
            clearPadding(of: field.type, at: start + offset, in: &bytes)
            end = offset + field.size
        }
    }
}
