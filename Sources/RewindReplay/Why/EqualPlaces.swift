import RewindFormat
import RewindValue

/// Where a value stands in another one.
struct EqualPlaces {
    /// The first of them.
    private(set) var places: [JSONPointer] = []
    private(set) var count = 0
    /// How many values were compared.
    private(set) var looked = 0
    private let wanted: JSONValue
    /// The place that does not count.
    private let own: JSONPointer?

    private static let limit = 64

    /// Looks at every value in another one, and at that itself.
    ///
    /// - Parameter own: a place that does not count.
    init(of wanted: JSONValue, in value: JSONValue?, besides own: JSONPointer? = nil) {
        (self.wanted, self.own) = (wanted, own)
        guard let value else { return }
        var path: [String] = []
        look(at: value, &path)
    }

    private mutating func look(at value: JSONValue, _ path: inout [String]) {
        looked += 1
        if value == wanted {
            let place = JSONPointer(tokens: path)
            if place == own { return }
            count += 1
            if places.count < Self.limit { places.append(place) }
            return
        }
        value.forEachChild { key, child in
            path.append(key)
            look(at: child, &path)
            path.removeLast()
        }
    }

    /// The place that the value at another place is most likely to be from: one with the same key, or else the first.
    func best(for place: JSONPointer) -> JSONPointer? {
        guard let key = place.tokens.last, ArrayIndex.parse(key) == nil else { return places.first }
        return places.first { $0.tokens.last?.isIdentical(to: key) == true } ?? places.first
    }
}

extension JSONValue {
    /// Visits the members or the elements.
    func forEachChild(_ body: (_ key: String, _ child: JSONValue) -> Void) {
        switch self {
        case .array(let elements): for (index, element) in elements.enumerated() { body(String(index), element) }
        case .object(let object): for (key, member) in object { body(key, member) }
        case .null, .bool, .number, .string: break
        }
    }

    /// Whether it is an object or an array with something in it.
    var hasParts: Bool {
        switch self {
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.isEmpty
        case .null, .bool, .number, .string: false
        }
    }
}

/// How much an equality tells: two values may be equal by chance.
///
/// Trivial are `null`, Booleans, 0, 1, -1, texts of a single character or none, what the recording hides, and what has nothing else in it:
/// they never tell anything alone. Telling are a text of four characters, a number of four significant digits, and what has one of them, or several other values
/// that are not trivial. A value between the two tells something where it stands in one place only.
enum Information {
    case trivial, little, telling

    init(of value: JSONValue) {
        switch value {
        case .null, .bool: self = .trivial
        case .number(let number): self = Self.ofNumber(number.text)
        case .string where value.isHidden: self = .trivial
        case .string(let text):
            let length = text.unicodeScalars.prefix(Self.length).count
            self = length < 2 ? .trivial : length < Self.length ? .little : .telling
        case .array, .object:
            var (few, isTelling) = (0, false)
            Self.look(into: value, &few, &isTelling)
            self = isTelling || few > 1 ? .telling : few == 1 ? .little : .trivial
        }
    }

    /// The characters of a text, or the significant digits of a number, that are hardly equal by chance.
    private static let length = 4

    private static func ofNumber(_ text: String) -> Self {
        var digits = 0
        var zeros = 0
        for byte in text.utf8 {
            if byte | 0x20 == UInt8(ascii: "e") { break }
            guard byte.isASCIIDigit else { continue }
            if byte == UInt8(ascii: "0") {
                if digits > 0 { zeros += 1 }
            } else {
                digits += zeros + 1
                zeros = 0
            }
        }
        if digits >= length { return .telling }
        return ["0", "-0", "1", "-1"].contains { $0.isIdentical(to: text) } ? .trivial : .little
    }

    private static func look(into value: JSONValue, _ few: inout Int, _ isTelling: inout Bool) {
        value.forEachChild { _, child in
            if isTelling { return }
            if child.hasParts { return look(into: child, &few, &isTelling) }
            switch Self(of: child) {
            case .trivial: break
            case .little: few += 1
            case .telling: isTelling = true
            }
        }
    }

    /// Whether equal values in so many places say something.
    func tells(in places: Int) -> Bool {
        switch self {
        case .trivial: false
        case .little: places == 1
        case .telling: places > 0
        }
    }
}

extension JSONValue {
    /// Whether the recording has a placeholder in the value's place.
    var isHidden: Bool { string.map { Placeholder.isIn($0) } ?? false }
}
