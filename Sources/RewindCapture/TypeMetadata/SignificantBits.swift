import RewindValue

/// Which bytes of a type are part of the value.
///
/// The others are padding, which is not copied with a value, so it differs between equal ones.
///
/// A byte is padding only inside an alignment gap between two known fields of Swift structs and tuples. In an enum that depends on the
/// value's case: only there the bytes of the other cases are nothing. A wrong "differs" costs time, a wrong "same" would lose a change, so
/// everything that is not known counts.
struct SignificantBits: Sendable {
    /// What counts whatever the cases of the enums are, or may count.
    private let all: BitMask
    /// What counts outside the enums.
    private let outside: BitMask
    /// The enums with payloads, in the value itself or in its structs.
    private let enums: [EnumBits]

    init(of type: Any.Type) {
        var layout = Layout(of: type)
        all = BitMask(layout.bytes)
        for part in layout.enums { layout.bytes.replaceSubrange(part.range, with: repeatElement(0, count: part.range.count)) }
        outside = BitMask(layout.bytes)
        enums = layout.enums
    }

    /// How many bytes may count.
    var count: Int { all.count }

    /// Whether two values have the same bits.
    func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        if all.areSame(left, right) { return true }
        return !enums.isEmpty && areSameByCases(left, right)
    }

    private func areSameByCases(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        outside.areSame(left, right) && enums.allSatisfy { $0.areSame(left, right) }
    }

    /// How many values from the first on are the same in two arrays.
    ///
    /// - Parameter stride: the way from one value to the next in bytes; negative to go backwards.
    func sameRun(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int, stride: Int) -> Int {
        all.words.withUnsafeBufferPointer { words in
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
                for (byte, mask) in all.tail.enumerated() {
                    let offset = words.count * 8 + byte
                    let pair = left.load(fromByteOffset: offset, as: UInt8.self) ^ right.load(fromByteOffset: offset, as: UInt8.self)
                    difference |= UInt64(pair & mask)
                }
                if difference != 0, enums.isEmpty || !areSameByCases(left, right) { return index }
                left += stride
                right += stride
            }
            return count
        }
    }

    /// A hash of the bits: the same for values that are the same.
    func hash(_ value: UnsafeRawPointer) -> Int {
        var hasher = Hasher()
        hash(value, into: &hasher)
        return hasher.finalize()
    }

    fileprivate func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
        outside.hash(value, into: &hasher)
        for part in enums { part.hash(value, into: &hasher) }
    }
}

/// A mask for the bytes of a value.
private struct BitMask: Sendable {
    /// A mask for each whole word.
    let words: [UInt64]
    /// A mask for each byte after the last whole word.
    let tail: [UInt8]

    init(_ bytes: [UInt8]) {
        let wholeWords = bytes.count / 8
        words = bytes.withUnsafeBytes { bytes in (0..<wholeWords).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) } }
        tail = Array(bytes[(wholeWords * 8)...])
    }

    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount / 8 } + tail.count { $0 != 0 } }

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

    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
        var offset = 0
        for mask in words {
            hasher.combine(value.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & mask)
            offset += 8
        }
        for mask in tail {
            hasher.combine(value.load(fromByteOffset: offset, as: UInt8.self) & mask)
            offset += 1
        }
    }
}

/// An enum with payloads inside a value: which bytes count depends on its case.
private struct EnumBits: Sendable {
    /// Where it lies in the value.
    let range: Range<Int>
    private let functions: EnumFunctions
    /// By the number of the case; the cases after them have no payload, and are the same if their numbers are.
    private let payloads: [SignificantBits]

    /// - Returns: `nil` if the type is no such enum, or its cases are not known.
    init?(_ metadata: TypeMetadata, at offset: Int) {
        guard let cases = metadata.payloadCases, !cases.isEmpty, let functions = metadata.enumFunctions else { return nil }
        var payloads: [SignificantBits] = []
        for member in cases {
            guard let type = member.type, member.isStoredAsSuch else { return nil }
            // A box belongs to its value alone or is shared by equal ones, as an array's storage.
            payloads.append(SignificantBits(of: member.isIndirect ? UnsafeRawPointer.self : type))
        }
        (range, self.functions, self.payloads) = (offset..<offset + metadata.size, functions, payloads)
    }

    func areSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        let (left, right) = (left + range.lowerBound, right + range.lowerBound)
        let tag = functions.tag(of: left)
        guard tag == functions.tag(of: right) else { return false }
        guard tag < payloads.count else { return true }
        return withPayload(of: left) { left in withPayload(of: right) { payloads[tag].areSame(left, $0) } }
    }

    func hash(_ value: UnsafeRawPointer, into hasher: inout Hasher) {
        let value = value + range.lowerBound
        let tag = functions.tag(of: value)
        hasher.combine(tag)
        if tag < payloads.count { withPayload(of: value) { payloads[tag].hash($0, into: &hasher) } }
    }

    /// The bits of the payload: a case may be noted in bits that the payload leaves over, in the middle of it.
    private func withPayload<Result>(of value: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
        withUnsafeTemporaryAllocation(byteCount: range.count, alignment: 16) { copy in
            guard let address = copy.baseAddress else { return body(value) }
            address.copyMemory(from: value, byteCount: range.count)
            functions.project(address)
            return body(address)
        }
    }
}

/// The bytes that count in a type, and the enums in it, found out field by field.
private struct Layout {
    var bytes: [UInt8]
    private(set) var enums: [EnumBits] = []

    init(of type: Any.Type) {
        let metadata = TypeMetadata(type)
        bytes = [UInt8](repeating: 0xFF, count: metadata.size)
        add(metadata, at: 0)
    }

    private mutating func add(_ metadata: TypeMetadata, at start: Int) {
        if metadata.isImported { return }
        if let part = EnumBits(metadata, at: start) { return enums.append(part) }
        // A field without bits lies nowhere: the runtime may give it any offset.
        guard let fields = metadata.fields?.map({ ($0, TypeMetadata($0.type)) }).filter({ $0.1.size > 0 }) else { return }
        var end = 0
        for (field, type) in fields.sorted(by: { $0.0.offset < $1.0.offset }) {
            guard field.offset >= end, field.offset + type.size <= metadata.size else { return }
            let aligned = (end + type.alignment - 1) / type.alignment * type.alignment
            if field.offset == aligned { for byte in end..<field.offset { bytes[start + byte] = 0 } }
            if field.isStoredAsSuch { add(type, at: start + field.offset) }
            end = field.offset + type.size
        }
    }
}
