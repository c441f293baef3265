/// Steps in ascending order, each as its distance from the one before: a byte for most.
struct StepList: Sendable, Equatable {
    private(set) var bytes: [UInt8] = []
    private var last = 0

    /// An empty list.
    init() {}

    /// The list of bytes that a list was written as; `nil` if they are none.
    init?(bytes: [UInt8]) {
        var reader = VarintReader(bytes[...])
        while !reader.isAtEnd {
            guard let distance = reader.next(), case (let step, let overflow) = last.addingReportingOverflow(distance), !overflow else {
                return nil
            }
            last = step
        }
        self.bytes = bytes
    }

    /// Whether there is none.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds a step that is not before the last one; the last one again changes nothing.
    mutating func add(_ step: Int) {
        if step == last, !bytes.isEmpty { return }
        bytes.append(varint: step - last)
        last = step
    }

    /// Calls `body` with each step.
    func forEach(_ body: (Int) -> Void) {
        var step = 0
        var reader = VarintReader(bytes[...])
        while let distance = reader.next() {
            step += distance
            body(step)
        }
    }
}

extension [UInt8] {
    /// Appends a number that is not negative, seven bits a byte, the lowest first.
    mutating func append(varint number: Int) {
        var rest = UInt(bitPattern: Swift.max(0, number))
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}

/// Reads what ``Swift/Array/append(varint:)`` wrote, from bytes that may be anything.
struct VarintReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// What is left.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The next number; `nil` where there is none.
    mutating func next() -> Int? {
        var number: UInt = 0
        var shift: UInt = 0
        while position < bytes.endIndex, shift < 63 {
            let byte = bytes[position]
            position += 1
            number |= UInt(byte & 0x7f) << shift
            if byte < 0x80 { return Int(number) }
            shift += 7
        }
        return nil
    }

    /// As many bytes as the next number says.
    mutating func nextBytes() -> [UInt8]? {
        guard let count = next(), count <= bytes.endIndex - position else { return nil }
        defer { position += count }
        return Array(bytes[position..<(position + count)])
    }
}
