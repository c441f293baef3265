/// Writes a line into memory that is known to be large enough for it.
struct LineWriter {
    private let start: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>

    /// - Parameter memory: the memory for the line.
    init(_ memory: UnsafeMutableRawBufferPointer) {
        start = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)  // the writer of a line has room for one
        end = start
    }

    /// Bytes that are written.
    var count: Int { end - start }

    mutating func append(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    mutating func append(_ text: StaticString) { append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        end.update(from: source, count: bytes.count)
        end += bytes.count
    }

    mutating func append(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = UInt(number.magnitude)
        var digits = 1
        var bound: UInt = 10
        while rest >= bound, digits < 19 {
            digits += 1
            bound *= 10
        }
        var place = digits
        repeat {
            place -= 1
            end[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while place > 0
        end += digits
    }

    /// Completes what was written, an object without its last brace, as a live line.
    mutating func close() {
        let crc = CRC32.checksum(UnsafeRawBufferPointer(start: start, count: count))
        append(#","crc":""#)
        UnsafeMutableRawPointer(end).storeBytes(of: CRC32.digits(of: crc).littleEndian, as: UInt64.self)
        end += 8
        append("\"}\n")
    }
}
