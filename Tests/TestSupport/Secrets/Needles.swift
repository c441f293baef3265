/// Looks for many short texts in many files at once.
package struct Needles {
    private var byBeginning: [UInt32: [(bytes: [UInt8], owner: Int)]] = [:]
    private var mayBegin = [Bool](repeating: false, count: 1 << 16)
    /// The owners whose needles were found, and where first.
    package private(set) var found: [Int: String] = [:]

    package init() {}

    /// Looks for a text from now on: as it is, in Base64 at each of its three positions, in hexadecimal digits, escaped in a URL, and backwards.
    package mutating func add(_ needle: String, of owner: Int) {
        let bytes = Array(needle.utf8)
        add(bytes, owner)
        guard bytes.count >= 8 else { return }
        add(bytes.reversed(), owner)
        add(Array(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().utf8), owner)
        add(Array(bytes.map { String($0) }.joined(separator: ",").utf8), owner)  // an array of bytes
        let percent = SecretForge.percent(bytes)
        if percent != needle { add(Array(percent.utf8), owner) }
        let json = bytes.flatMap { $0 == 0x0a ? Array("\\n".utf8) : $0 == 0x0d ? Array("\\r".utf8) : $0 == 0x09 ? Array("\\t".utf8) : [$0] }
        if json != bytes { add(json, owner) }
        for shift in 0..<3 {
            let text = SecretForge.base64([UInt8](repeating: 0x41, count: shift) + bytes)
            // The characters at both ends depend on what stands beside.
            add(Array(text.utf8.dropFirst(shift == 0 ? 0 : 4).dropLast(4)), owner)
        }
    }

    private mutating func add(_ bytes: [UInt8], _ owner: Int) {
        guard bytes.count >= 4 else { return }
        mayBegin[Int(bytes[0]) << 8 | Int(bytes[1])] = true
        byBeginning[Self.beginning(bytes, 0), default: []].append((bytes, owner))
    }

    private static func beginning(_ bytes: borrowing [UInt8], _ index: Int) -> UInt32 {
        UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
    }

    /// Goes through the bytes of a file.
    package mutating func look(in bytes: [UInt8], named name: String) {
        var hits: [(Int, Int)] = []
        mayBegin.withUnsafeBufferPointer { mayBegin in
            bytes.withUnsafeBufferPointer { text in
                for index in 0..<max(0, text.count - 3) where mayBegin[Int(text[index]) << 8 | Int(text[index + 1])] {
                    hits.append((index, 0))
                }
            }
        }
        for (index, _) in hits {
            for candidate in byBeginning[Self.beginning(bytes, index)] ?? [] where found[candidate.owner] == nil {
                let end = index + candidate.bytes.count
                guard end <= bytes.count, bytes[index..<end].elementsEqual(candidate.bytes) else { continue }
                // Times have many digits; a number is itself only between others than digits.
                if candidate.bytes.allSatisfy(Self.isDigit) {
                    if index > 0 && Self.isDigit(bytes[index - 1]) || end < bytes.count && Self.isDigit(bytes[end]) { continue }
                }
                let context = String(decoding: bytes[max(0, index - 60)..<min(bytes.count, end + 20)], as: UTF8.self)
                found[candidate.owner] = "\(name): …\(context)…"
            }
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
