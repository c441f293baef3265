import RewindRedaction
import RewindValue
import Synchronization

/// A case of an enum without payloads: of everything that a value of it writes, only the case's name certainly appears in the source code.
///
/// A raw value, a key's text or what an `encode(to:)` writes may be made at run time, from any text.
final class SourceCase: Sendable {
    let name: String
    /// Whether the name is recorded for a raw value that is another text, since Rewind's decoder takes it (``EnumCases/value(of:named:)``).
    private let standsForText: Bool
    /// The letters and digits of the name without their case; empty if it has any that are not ASCII.
    private let letters: [UInt8]
    private let number = Mutex<Int64?>(nil)
    private let key = Mutex<String?>(nil)

    init(_ name: String, standsForText: Bool) {
        self.name = name
        self.standsForText = standsForText
        let isPlain = name.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
        letters = isPlain ? name.utf8.filter { $0.isASCIIAlphanumeric }.map { $0 | 0x20 } : []
    }

    /// The recorded form of a text that a value writes; `nil` if the text may be data.
    func written(_ text: String) -> String? {
        if isSpelling(text) { return text }
        return standsForText && !text.isEmpty ? name : nil
    }

    /// Whether an integer in an array is what values write: the first that they did, since a raw value is always the same.
    func has(_ number: JSONNumber) -> Bool {
        guard case .int(let value) = number, !Masker.isLong(value.magnitude) else { return false }
        return self.number.withLock { known in
            if known == nil { known = value }
            return known == value
        }
    }

    /// Whether a key's text appears in the source code: a spelling of the case's name, or the raw value, if no other text makes this case.
    func has<Key: CodingKey>(_ text: String, of key: Key) -> Bool {
        if isSpelling(text) { return true }
        if let known = self.key.withLock({ $0 }) { return known == text }
        guard let own = key as? any RawRepresentable, own.rawValue as? String == text, isOnly(text, of: key) else { return false }
        return self.key.withLock { known in
            if known == nil { known = text }
            return known == text
        }
    }

    private func isOnly<Key: CodingKey>(_ text: String, of key: Key) -> Bool {
        func isSame(_ other: Key?) -> Bool { other.flatMap(caseName).map { String(cString: $0) } == name }
        return isSame(Key(stringValue: text)) && !isSame(Key(stringValue: "\(UInt64.random(in: .min ... .max))"))
    }

    /// Whether a text is the name as others write it: `inProgress`, `in_progress`, `In Progress`.
    func isSpelling(_ text: String) -> Bool {
        if text.isIdentical(to: name) { return true }
        guard !letters.isEmpty, text.utf8.count <= 2 * name.utf8.count else { return false }
        var rest = letters[...]
        for byte in text.utf8 {
            if byte.isASCIIAlphanumeric {
                guard rest.popFirst() == byte | 0x20 else { return false }
            } else if !"_- ./:".utf8.contains(byte) {
                return false
            }
        }
        return rest.isEmpty
    }
}

/// The cases of an enum without payloads.
final class SourceCases: Sendable {
    private let cases: [SourceCase]

    /// The cases of a type; `nil` if it is not such an enum, or nothing is known about it.
    init?<T>(_ type: T.Type) {
        guard let cases = EnumCases.cases(of: type) else { return nil }
        let standsForText = EnumCases.hasTextValues(type)
        self.cases = cases.map { SourceCase($0.name, standsForText: standsForText) }
    }

    /// The case that a value of the type is; there for ever.
    func find<T>(_ value: T) -> Unmanaged<SourceCase>? {
        var number: UInt32 = 0
        withUnsafeMutableBytes(of: &number) { number in withUnsafeBytes(of: value) { number.copyMemory(from: $0) } }
        let index = Int(UInt32(littleEndian: number))
        return index < cases.count ? .passUnretained(cases[index]) : nil
    }
}
