import RewindValue

/// Iterates over the members of an object in JSON from our own writer: sound, and without white space.
struct MemberScan {
    private let text: UnsafeBufferPointer<UInt8>
    private var place: Int

    /// - Parameter start: where the value begins; a value that is not an object has no members.
    init(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
        self.text = text
        place = start < text.count && text[start] == UInt8(ascii: "{") ? start + 1 : text.count
    }

    /// The next member: where its key is, without the quotation marks, and where its value begins.
    mutating func next() -> (key: Range<Int>, value: Int)? {
        if place < text.count, text[place] == UInt8(ascii: ",") { place += 1 }
        guard place < text.count, text[place] == UInt8(ascii: "\"") else { return nil }
        let start = place + 1
        skipString()
        let key = start..<(place - 1)
        place += 1  // the colon
        defer { skipValue() }
        return (key, place)
    }

    /// Where the action begins that is nested in this payload, as ``EnumCases`` finds it.
    mutating func nestedAction() -> Int? {
        var members: [(key: Range<Int>, value: Int)] = []
        while let member = next() { members.append(member) }
        if members.count == 1, text[members[0].key].elementsEqual("_0".utf8) { return members[0].value }
        for label in EnumCases.labels {
            if let member = members.first(where: { text[$0.key].elementsEqual(label.utf8) }) { return member.value }
        }
        return nil
    }

    private mutating func skipString() {
        place += 1
        while place < text.count, text[place] != UInt8(ascii: "\"") { place += text[place] == UInt8(ascii: "\\") ? 2 : 1 }
        place += 1
    }

    private mutating func skipValue() {
        var depth = 0
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                place += 1
            case UInt8(ascii: ",") where depth == 0: return
            default: place += 1
            }
        }
    }
}
