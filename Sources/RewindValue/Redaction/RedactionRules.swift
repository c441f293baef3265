/// What counts as a secret: the words of keys, places, the shapes of texts, and what a closure of your own says.
///
/// ```swift
/// var rules = RedactionRules.default
/// rules.keys.append("loyalty number")
/// rules.pointers.append("/signIn/*/answer")
/// rules.add("staff") { pointer, value in value.string?.hasSuffix("@example.com") == true ? .secret : .undecided }
/// ```
///
/// Where several rules speak of one place, the first in this order decides: own closures, pointers, keys, shapes. What is marked ``Redacted``
/// in the app's types is gone before any of them is asked.
public struct RedactionRules: Sendable {
    /// Words that mark a key as secret, in lower case; several words that have to follow each other are divided by a blank.
    ///
    /// A key is divided into words at capitals, digits and everything that is no letter, so `card number` matches `cardNumber`, `CARD_NUMBER` and
    /// `X-Card-Numbers`, and `pin` matches neither `pinned` nor `spinner`; case, marks upon letters, letters that look alike and what has no width
    /// make no difference. The words of ``default`` also match within runs of letters (`dbpassword`), and do not where another word says that
    /// something else is meant (`passwordLength`); words that you add always do.
    public var keys: [String]

    /// Shapes that give a secret away wherever it stands.
    public var shapes: Set<SecretShape>

    /// Places in actions and states; everything at and below them is secret.
    public var pointers: [PointerPattern]

    /// Places in actions and states that say nothing of the person who uses the app; at ``RedactionLevel/masked`` everything at and below them is
    /// recorded as it is, but for what the other rules find.
    ///
    /// Types are the quicker way to say so (``Recordable``, ``RecordedAsIs``): where there are places, every value is encoded part by part.
    public var recordable: [PointerPattern] = []

    /// Types that say nothing of the person who uses the app.
    package var recordableTypes: Set<ObjectIdentifier> = []

    /// Rules of the app's own, asked in this order.
    package private(set) var own: [OwnRule] = []

    /// Rules of the given keys, shapes and places.
    public init(keys: [String], shapes: Set<SecretShape> = Set(SecretShape.allCases), pointers: [PointerPattern] = []) {
        self.keys = keys
        self.shapes = shapes
        self.pointers = pointers
    }

    /// Adds a rule of your own: it is asked about every text and number, and may overrule the others.
    ///
    /// It runs on the thread that dispatches (for actions) and on the recorder's (for states), once for every text and number that is written, so
    /// it has to be quick. Its answer must depend on nothing but its two arguments, or redacted patches don't fit redacted states.
    ///
    /// - Parameters:
    ///   - name: what it is called in the manifest's counts: `rule staff`.
    ///   - decide: takes the place, with `*` for every array index (and every key that could be one), and the text or number there.
    public mutating func add(_ name: String, _ decide: @escaping @Sendable (JSONPointer, JSONValue) -> RedactionVerdict) {
        own.append(OwnRule(label: "rule " + name, decide: decide))
    }

    /// A closure and what it is called in counts.
    package struct OwnRule: Sendable {
        package let label: String
        package let decide: @Sendable (JSONPointer, JSONValue) -> RedactionVerdict
    }

    /// Passwords, tokens, keys, cookies, card and account numbers, in many languages; every known shape.
    public static let `default` = RedactionRules(keys: SecretWords.all)
}

/// What a rule of the app's own says of a text or number.
public enum RedactionVerdict: Sendable, Hashable {
    /// Nothing; the other rules decide.
    case undecided
    /// It must not be recorded, whatever the other rules say.
    case secret
    /// It may be recorded, whatever the other rules say.
    case harmless
}
