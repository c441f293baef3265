/// A key in its normal form: letters in lower case without marks, and where its words begin.
///
/// `userPassword`, `USER_PASSWORD`, `user-pässwörd`, full-width letters, letters with zero-width joints between them all become `userpassword`
/// with a boundary behind `user`.
struct KeyText {
    /// The letters, as UTF-8.
    private(set) var letters: [UInt8] = []
    /// Where words begin and end, the beginning and the end of the key among them, in ascending order.
    private(set) var boundaries: [Int] = [0]
    /// Whether a letter of another alphabet is among them.
    private(set) var isForeign = false

    /// Longer keys are data.
    static let limit = 160

    private struct Letter {
        var scalar: Unicode.Scalar
        var isUpper: Bool
    }

    /// - Parameter spellsDigits: whether a digit stands for the letter that it looks like.
    init(_ key: some StringProtocol, spellsDigits: Bool = false) {
        let scalars = Array(key.unicodeScalars.prefix(Self.limit))
        var run: [Letter] = []
        for (index, scalar) in scalars.enumerated() {
            if KeyLetters.isInvisible(scalar) { continue }
            if let folded = KeyLetters.folded(scalar) {
                run += folded.map { Letter(scalar: $0, isUpper: scalar.properties.isUppercase) }
            } else if spellsDigits, !run.isEmpty || index + 1 < scalars.count, let letter = KeyLetters.spelled(scalar) {
                // Among capitals it is one.
                let isUpper = run.last?.isUpper == true && (index + 1 == scalars.count || !scalars[index + 1].properties.isLowercase)
                run.append(Letter(scalar: letter, isUpper: isUpper))
            } else {
                end(&run)
            }
        }
        end(&run)
    }

    /// The same with letters of other alphabets read as the Latin ones that they look like; `nil` if that makes no Latin word.
    var latinTwin: KeyText? {
        guard isForeign else { return nil }
        var twin = self
        twin.letters = []
        var ends = [0: 0]  // boundaries move, for the letters get shorter
        var position = 0
        for scalar in String(decoding: letters, as: UTF8.self).unicodeScalars {
            guard let letter = scalar.isASCII ? scalar : KeyLetters.twins[scalar] else { return nil }
            twin.letters.append(UInt8(letter.value))
            position += UTF8.width(scalar)
            ends[position] = twin.letters.count
        }
        twin.boundaries = boundaries.compactMap { ends[$0] }
        twin.isForeign = false
        return twin
    }

    /// The words that the boundaries divide.
    func words(from start: Int = 0, to end: Int? = nil) -> [ArraySlice<UInt8>] {
        let end = end ?? letters.count
        let cuts = [start] + boundaries.filter { $0 > start && $0 < end } + [end]
        return zip(cuts, cuts.dropFirst()).filter { $0 < $1 }.map { letters[$0..<$1] }
    }

    /// Ends a run of letters, which divides words; so do capitals in it.
    private mutating func end(_ run: inout [Letter]) {
        defer { run = [] }
        for (index, letter) in run.enumerated() {
            if index > 0, Self.beginsWord(run, index) { divide() }
            if letter.scalar.isASCII {
                letters.append(UInt8(letter.scalar.value))
            } else {
                isForeign = true
                letters += Array(String(letter.scalar).utf8)
            }
        }
        divide()
    }

    private mutating func divide() { if boundaries.last != letters.count { boundaries.append(letters.count) } }

    /// A word begins with a capital, or is a run of capitals and perhaps an "s".
    private static func beginsWord(_ run: [Letter], _ index: Int) -> Bool {
        guard run[index].isUpper else { return false }
        if !run[index - 1].isUpper { return true }
        guard index + 1 < run.count, !run[index + 1].isUpper else { return false }
        let isPlural = run[index + 1].scalar == "s" && (index + 2 == run.count || run[index + 2].isUpper)
        return !isPlural
    }
}
