import RewindValue

/// Buffers the bytes of an export into large pieces.
struct ByteOutput {
    private var bytes: [UInt8] = []
    private let send: ([UInt8]) throws -> Void

    init(_ send: @escaping ([UInt8]) throws -> Void) { self.send = send }

    /// The number of bytes that are buffered before they are sent.
    private static let limit = 1 << 16

    mutating func write(_ text: StaticString) { text.withUTF8Buffer { bytes.append(contentsOf: $0) } }

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func write(_ value: JSONValue) { value.write(into: &bytes) }

    mutating func write(_ object: JSONObject) { JSONValue.object(object).write(into: &bytes) }

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    mutating func write(_ more: [UInt8]) { bytes.append(contentsOf: more) }

    mutating func write(_ number: Int) { JSONNumber.int(Int64(number)).write(into: &bytes) }

    /// Writes a patch as JSON without building a JSON value.
    mutating func write(_ patch: JSONPatch) { patch.write(into: &bytes) }

    mutating func write(quoted text: String) { JSONValue.string(text).write(into: &bytes) }

    /// Writes nanoseconds as microseconds, without trailing zeros.
    mutating func write(microseconds nanoseconds: Int) {
        if nanoseconds < 0 { write(UInt8(ascii: "-")) }
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        JSONNumber(whole).write(into: &bytes)
        if rest > 0 { writeFraction(rest, unit: 1_000, trimsZeros: true) }
    }

    /// Writes a number of nanoseconds as seconds with nine decimals.
    mutating func write(seconds nanoseconds: Int) {
        if nanoseconds < 0 { write(UInt8(ascii: "-")) }
        let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        JSONNumber(whole).write(into: &bytes)
        writeFraction(rest, unit: 1_000_000_000, trimsZeros: false)
    }

    /// Writes the nanoseconds within a second as a dot and nine decimals.
    mutating func write(fraction nanoseconds: Int) {
        writeFraction(nanoseconds.magnitude, unit: 1_000_000_000, trimsZeros: false)
    }

    private mutating func writeFraction(_ rest: UInt, unit: UInt, trimsZeros: Bool) {
        write(UInt8(ascii: "."))
        var (rest, unit) = (rest, unit)
        while unit > 1, rest > 0 || !trimsZeros {
            unit /= 10
            write(UInt8(ascii: "0") + UInt8(rest / unit))
            rest %= unit
        }
    }

    /// Sends the buffered bytes if there are enough.
    mutating func proceed() throws { if bytes.count >= Self.limit { try flush() } }

    /// Sends the buffered bytes.
    mutating func flush() throws {
        if bytes.isEmpty { return }
        try send(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
