import RewindValue

/// Texts that are written as arrays of their bytes.
extension Redactor {
    /// What stands in the place of an array of bytes that say a secret: as many zeros; `nil` if they say none, or are no text.
    func hiddenBytes(_ elements: [JSONValue]) -> (value: JSONValue, rule: String)? {
        guard elements.count >= Self.shortestBytes, elements.count <= Self.byteLimit else {
            return nil
        }
        var bytes: [UInt8] = []
        for element in elements {
            guard case .number(.int(let number)) = element, let byte = UInt8(exactly: number), SecretByteFilter.isTextByte(number) else {
                return nil
            }
            bytes.append(byte)
        }
        var counts: [String: Int] = [:]
        guard let text = String(validating: bytes, as: UTF8.self), holdsSecret(text, counting: &counts) else { return nil }
        return (.array(Array(repeating: .number(.int(0)), count: elements.count)), counts.keys.sorted().first ?? "shape encoded")
    }

    /// Whether bytes are a text with a secret in it.
    func redactedBytes(_ bytes: [UInt8]) -> Bool {
        var counts: [String: Int] = [:]
        return String(validating: bytes, as: UTF8.self).map { holdsSecret($0, counting: &counts) } ?? false
    }

    /// Whether a text that is written as its bytes has a secret in it; where texts are masked, it is one that is declared safe.
    private func holdsSecret(_ text: String, counting counts: inout [String: Int]) -> Bool {
        (maskingPolicy.map { $0.redacted(text, counting: &counts) } ?? redacted(text, counting: &counts)) != nil
    }

    /// More are not a text that somebody typed.
    static let byteLimit = 1 << 16
    /// Fewer are not looked at.
    static let shortestBytes = 6
}
