import RewindValue

// A URL within another is written with percent signs: `?next=https%3A%2F%2Fexample.org%2F%3Ftoken%3D…`.
extension SecretScanner {
    /// The value after `%3D`, or the password in `%3A%2F%2Fuser%3Apassword%40`.
    @inline(never)
    func percentEncoded(_ text: Text, _ place: Int) -> (shape: SecretShape, range: Range<Int>, rule: String?)? {
        if text.has("%3A%2F%2F", at: place, ignoringCase: true) {
            let authority = place + 9
            let end = text.run(from: authority) { !$0.endsURL && !$0.isOne(of: "/?#&") }
            let slash = text.find("%2F", from: authority, to: end) ?? text.find("%2f", from: authority, to: end) ?? end
            guard let at = text.find("%40", from: authority, to: slash),
                let colon = text.find("%3A", from: authority, to: at) ?? text.find("%3a", from: authority, to: at), colon + 3 < at
            else { return nil }
            return (.urlPassword, (colon + 3)..<at, nil)
        }
        guard text.has("%3D", at: place, ignoringCase: true) else { return nil }
        var name = text.runStart(before: place, limit: 64, while: { $0.isBase64URL })..<place
        if text.byte(name.lowerBound - 1) == UInt8(ascii: "%"), name.count > 2 { name = (name.lowerBound + 2)..<place }
        guard !name.isEmpty, let rule = matcher.rule(for: String(decoding: text[name], as: UTF8.self), atEnd: true) else { return nil }
        let last = text.run(from: place + 3) { !$0.endsURL && !$0.isOne(of: "&#") }
        let end = text.find("%26", from: place + 3, to: last) ?? text.find("%23", from: place + 3, to: last) ?? last
        return end > place + 3 && hides(text, (place + 3)..<end, rule) ? (.urlQuery, (place + 3)..<end, rule) : nil
    }

    /// The rule of a query item's name that has percent signs itself: `api%5Fkey`.
    @inline(never)
    func rule(ofEncodedName name: Range<Int>, in text: Text) -> String? {
        guard text.byte(name.lowerBound - 1) == UInt8(ascii: "%") else { return nil }
        let start = text.runStart(before: name.lowerBound, limit: 64) { $0.isBase64URL || $0 == UInt8(ascii: "%") }
        guard text.byte(start - 1)?.isOne(of: "?&#") == true else { return nil }
        var letters: [UInt8] = []
        var index = start
        while index < name.upperBound {
            if text[index] == UInt8(ascii: "%"), index + 2 < name.upperBound,
                let byte = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                letters.append(byte)
                index += 3
            } else {
                letters.append(text[index])
                index += 1
            }
        }
        return matcher.rule(for: String(decoding: letters, as: UTF8.self), atEnd: true)
    }
}
