/// Deflate's decoder as RFC 1951 tells it, bit by bit, which gives what it has when the bytes make no sense any more.
struct PlainInflate {
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var bit = 0
    private(set) var output: [UInt8] = []

    private struct Broken: Error {}

    /// Inflates as much as there is.
    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
        try? run()
    }

    private mutating func run() throws {
        var isLast = false
        while !isLast {
            isLast = try bits(1) == 1
            switch try bits(2) {
            case 0: try copyStored()
            case 1: try codes(Code(Self.fixed.0), Code(Self.fixed.1))
            case 2:
                let (lengths, distances) = try readCodes()
                try codes(lengths, distances)
            default: throw Broken()
            }
        }
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for place in 0..<count {
            guard position < bytes.endIndex else { throw Broken() }
            value |= Int(bytes[position] >> bit & 1) << place
            bit += 1
            if bit == 8 { (bit, position) = (0, position + 1) }
        }
        return value
    }

    private mutating func copyStored() throws {
        if bit > 0 { (bit, position) = (0, position + 1) }
        let count = try bits(16)
        guard try bits(16) == count ^ 0xFFFF else { throw Broken() }
        for _ in 0..<count { output.append(UInt8(try bits(8))) }
    }

    /// A canonical Huffman code: how many symbols have each length, and the symbols in their order.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        init(_ lengths: [Int]) throws {
            for length in lengths { counts[length] += 1 }
            counts[0] = 0
            var left = 1
            for count in counts.dropFirst() {
                left = left * 2 - count
                if left < 0 { throw Broken() }
            }
            symbols = (1..<16).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
        }
    }

    private static let fixed = ((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }, [Int](repeating: 5, count: 30))

    private mutating func symbol(_ code: Code) throws -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1..<16 {
            value |= try bits(1)
            let count = code.counts[length]
            if value - count < first { return code.symbols[index + value - first] }
            (index, first, value) = (index + count, (first + count) << 1, value << 1)
        }
        throw Broken()
    }

    private mutating func readCodes() throws -> (Code, Code) {
        let counts = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
        var lengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for place in order.prefix(counts.2) { lengths[place] = try bits(3) }
        let code = try Code(lengths)
        lengths = []
        while lengths.count < counts.0 + counts.1 {
            switch try symbol(code) {
            case 16:
                guard let last = lengths.last else { throw Broken() }
                for _ in 0..<(try bits(2) + 3) { lengths.append(last) }
            case 17: for _ in 0..<(try bits(3) + 3) { lengths.append(0) }
            case 18: for _ in 0..<(try bits(7) + 11) { lengths.append(0) }
            case let length: lengths.append(length)
            }
        }
        guard lengths.count == counts.0 + counts.1, lengths[256] > 0 else { throw Broken() }
        return (try Code(Array(lengths[..<counts.0])), try Code(Array(lengths[counts.0...])))
    }

    private static let lengthBase = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ]
    private static let lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0]
    private static let distanceBase = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
        16385,
        24577,
    ]

    private mutating func codes(_ lengths: Code, _ distances: Code) throws {
        while true {
            let symbol = try symbol(lengths)
            if symbol == 256 { return }
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengthBase.count else { throw Broken() }
            let length = Self.lengthBase[symbol - 257] + (try bits(Self.lengthBits[symbol - 257]))
            let place = try self.symbol(distances)
            guard place < Self.distanceBase.count else { throw Broken() }
            let distance = Self.distanceBase[place] + (try bits(max(0, place / 2 - 1)))
            guard distance <= output.count else { throw Broken() }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }
}
