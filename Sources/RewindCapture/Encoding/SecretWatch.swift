import RewindRedaction
import RewindValue

/// Detects, while JSON is written, whether any of it could fall under a rule; if so, ``SecretByteFilter`` checks it again.
///
/// Nearly every action consists of known keys, short numbers and text without anything that could begin a secret. Checking that while
/// writing costs a fraction of reading the bytes again.
struct SecretWatch: ~Copyable {
    /// The redactor whose rules apply; `nil` if nothing is watched.
    private let redactor: Redactor?
    /// Keys that turned out to be harmless.
    private var harmlessKeys = KnownTexts()
    /// Whether the filter has to decide.
    var mayHoldSecrets = true
    /// The objects that the text begins with; all of them are there if the filter need not decide.
    private(set) var leading = MoveStack<LeadingObject>()
    /// Where the next leading object or its key would begin.
    private var leadingEnd = 0

    init(_ redactor: Redactor?) { self.redactor = redactor }

    typealias Text = UnsafeBufferPointer<UInt8>

    @inline(__always)
    mutating func begin() {
        mayHoldSecrets = redactor == nil
        leading.drop(from: 0)
        leadingEnd = 0
    }

    @inline(__always)
    mutating func note(depth: Int) { if depth > SecretByteFilter.depthLimit { mayHoldSecrets = true } }

    /// Looks at a number that was just written.
    @inline(__always)
    mutating func look(atNumber text: Text, from start: Int, mayHaveExponent: Bool) {
        if mayHoldSecrets { return }
        if text.count - start >= CardNumber.shortest || mayHaveExponent && text[start...].contains(where: { $0 | 0x20 == 0x65 }) {
            mayHoldSecrets = true
        }
    }

    /// Looks at a text that was just written, as it is without escapes.
    @inline(__always)
    mutating func look(atText text: Text) {
        if mayHoldSecrets { return }
        if redactor?.redaction.scanner.finds(in: text) != false { mayHoldSecrets = true }
    }

    /// Whether a key, as its bytes between the quotes, falls under no rule and has no secret's shape; a field may hold a secret because of
    /// its neighbours.
    mutating func isHarmless(key: UnsafeRawBufferPointer) -> Bool {
        guard let redactor else { return false }
        if harmlessKeys.contains(key) { return true }
        let text = String(decoding: key, as: UTF8.self)
        guard !key.contains(UInt8(ascii: "\\")), !WordLists.fieldValues.contains(text), redactor.redaction.isHarmless(key: text) else {
            return false
        }
        harmlessKeys.insert(key)
        return true
    }

    // MARK: Leading objects

    /// Notes that an object begins at an index of the text.
    @inline(__always)
    mutating func noteObject(at index: Int) { if index == leadingEnd { leadingEnd += 1 } }

    /// Notes an object's first key, with its quotes and its colon.
    ///
    /// - Returns: which of the leading objects it is in.
    @inline(__always)
    mutating func noteFirstKey(_ range: Range<Int>) -> Int? {
        guard range.lowerBound == leadingEnd else { return nil }
        leadingEnd = range.upperBound
        leading.push(LeadingObject(key: (range.lowerBound + 1)..<(range.upperBound - 2), isSingle: true))
        return leading.count - 1
    }

    /// Notes that a leading object has a second member.
    @inline(__always)
    mutating func noteSecondKey(of object: Int) { leading[object].isSingle = false }
}
