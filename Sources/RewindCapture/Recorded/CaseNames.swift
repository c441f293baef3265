import RewindValue

/// The names of an enum's cases whose payloads are enums themselves, for reading the path of cases from encoded bytes.
///
/// Not thread-safe: the encoding owns it. Found out once for each enum, when a value of it is first met.
final class CaseNames {
    private let payloads: [(name: [UInt8], type: Any.Type)]
    private var below: [Int: CaseNames] = [:]

    init(_ type: Any.Type) { payloads = EnumCases.payloads(of: type).map { (Array($0.key.utf8), $0.value) } }

    /// Appends the path of cases of an encoded enum, `home/didReceive`, as ``EnumCases/path(of:in:)`` finds it; nothing if it has no path.
    ///
    /// - Parameters:
    ///   - text: what the enum encoded to.
    ///   - leading: the objects that the text begins with.
    func appendPath(of text: UnsafeBufferPointer<UInt8>, leading: UnsafeBufferPointer<LeadingObjects.Object>, to name: inout ByteBuffer) {
        if text.first == UInt8(ascii: "\"") {  // a raw value
            return name.append(contentsOf: UnsafeBufferPointer(rebasing: text[1..<(text.count - 1)]))
        }
        var cases: CaseNames? = self
        var level = 0
        while let present = cases, level < leading.count, leading[level].isSingle {
            let key = UnsafeBufferPointer(rebasing: text[leading[level].key])
            if level > 0 { name.append(UInt8(ascii: "/")) }
            name.append(contentsOf: key)
            cases = present.payload(of: key)
            guard level + 2 < leading.count, leading[level + 1].isSingle, text[leading[level + 1].key].elementsEqual("_0".utf8) else {
                // After the key, its quotation mark and the colon: a payload with labels.
                cases?.appendPath(ofLabelled: text, from: leading[level].key.upperBound + 2, to: &name)
                return
            }
            level += 2
        }
    }

    /// Appends the path of cases of the action in an encoded struct around it; nothing if it has no path.
    func appendPath(inStruct text: UnsafeBufferPointer<UInt8>, to name: inout ByteBuffer) {
        appendPath(ofLabelled: text, from: 0, to: &name, isFirst: true)
    }

    /// Appends the path of cases of the action in a payload with labels, which the leading objects do not locate.
    private func appendPath(
        ofLabelled text: UnsafeBufferPointer<UInt8>, from start: Int, to name: inout ByteBuffer, isFirst: Bool = false
    ) {
        var isFirst = isFirst
        var cases: CaseNames? = self
        var scan = MemberScan(text, at: start)
        while let present = cases, let action = scan.nestedAction(), text[action] == UInt8(ascii: "{") {
            scan = MemberScan(text, at: action)
            guard let (key, value) = scan.next(), scan.next() == nil else { return }  // a case is the only member
            if !isFirst { name.append(UInt8(ascii: "/")) }
            isFirst = false
            name.append(contentsOf: UnsafeBufferPointer(rebasing: text[key]))
            cases = present.payload(of: UnsafeBufferPointer(rebasing: text[key]))
            scan = MemberScan(text, at: value)
        }
    }

    private func payload(of name: UnsafeBufferPointer<UInt8>) -> CaseNames? {
        guard let place = payloads.firstIndex(where: { $0.name.elementsEqual(name) }) else { return nil }
        if let known = below[place] { return known }
        let names = CaseNames(payloads[place].type)
        below[place] = names
        return names
    }
}
