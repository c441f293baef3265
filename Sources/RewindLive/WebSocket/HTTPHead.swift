/// The head of an HTTP/1.1 message: its first line and its headers, strictly read.
struct HTTPHead: Sendable, Equatable {
    /// The three parts of the first line.
    var startLine: [String]
    /// Values by the header's name in lower case, in their order.
    private var headers: [String: [String]] = [:]

    /// Bytes of a head, at most.
    static let limit = 8 << 10

    /// Where a head ends in the bytes; `nil` until its end arrives.
    static func end(in bytes: [UInt8]) -> Int? {
        var rest = bytes[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "\r")) {
            rest = rest[place...]
            if rest.starts(with: [13, 10, 13, 10]) { return place + 4 }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Parses the bytes of a head up to its empty line; `nil` if they are not a head.
    init?(parsing bytes: some Sequence<UInt8>) {
        guard let text = String(validating: Array(bytes), as: UTF8.self), text.utf8.suffix(4).elementsEqual("\r\n\r\n".utf8) else {
            return nil
        }
        // "\r\n" is one character to Swift, and bytes are meant.
        let lines = text.utf8.dropLast(4).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var isFirst = true
        startLine = []
        for (index, part) in lines.enumerated() {
            var part = part
            if index < lines.count - 1, part.popLast() != UInt8(ascii: "\r") { return nil }
            guard part.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else { return nil }
            if isFirst {
                startLine = part.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false).map {
                    String(Substring($0))
                }
                isFirst = false
            } else {
                guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { return nil }
                let name = part[..<colon]
                guard !name.isEmpty, name.allSatisfy(Self.isNameByte) else { return nil }
                let value = part[part.index(after: colon)...].drop(while: Self.isBlank)
                let end = value.lastIndex { !Self.isBlank($0) }.map { value.index(after: $0) } ?? value.startIndex
                headers[String(Substring(name)).lowercased(), default: []].append(String(Substring(value[..<end])))
            }
        }
        guard startLine.count == 3 else { return nil }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    func values(_ name: String) -> [String] { headers[name] ?? [] }

    /// The value of a header that may occur only once; `nil` if it is missing or occurs more often.
    func value(_ name: String) -> String? { values(name).count == 1 ? values(name).first : nil }

    /// Whether a header that is a list of words has a word, ignoring case.
    func has(_ word: String, in name: String) -> Bool {
        values(name).flatMap { $0.split(separator: ",") }.contains { part in
            part.utf8.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed().elementsEqual(word.utf8) { left, right in
                (UInt8(ascii: "A")...UInt8(ascii: "Z") ~= left ? left | 0x20 : left) == right
            }
        }
    }
}
