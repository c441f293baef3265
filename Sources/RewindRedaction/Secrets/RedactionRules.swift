public import RewindValue

/// What counts as a secret: the words of keys, places, the shapes of texts, and what a closure of your own decides.
///
/// ```swift
/// var rules = RedactionRules.default
/// rules.keys.append("loyalty number")
/// rules.pointers.append("/signIn/*/answer")
/// rules.add("staff") { pointer, value in value.string?.hasSuffix("@example.com") == true ? .secret : .undecided }
/// ```
///
/// If several rules apply to one place, the first in this order decides: your closures, pointers, keys, shapes. What is marked `Redacted`
/// in the app's types is gone before any of them is asked.
public struct RedactionRules: Sendable {
    /// Words that mark a key as secret, in lower case; consecutive words are separated by a blank.
    ///
    /// A key is divided into words at capitals, digits and everything that is not a letter. So `card number` matches `cardNumber`,
    /// `CARD_NUMBER` and `X-Card-Numbers`, and `pin` matches neither `pinned` nor `spinner`. Case and diacritics
    /// make no difference. The words of ``default`` also match at the end of a run of letters (`dbpassword`), but not if another word says that
    /// something else is meant (`passwordLength`); words that you add always match.
    public var keys: [String]

    /// Shapes that reveal a secret anywhere.
    package var shapes: Set<SecretShape>

    /// Places in actions and states; everything at and below them is secret.
    public var pointers: [PointerPattern]

    /// Places in actions and states that say nothing about the person who uses the app; at `RedactionLevel.masked`, everything at and
    /// below them is recorded as it is, except what the other rules find.
    ///
    /// A dictionary's keys are open with the whole dictionary (`/unread`), or where a place names them (`/unread/inbox`); `*` opens the
    /// values (`/unread/*`) but not the keys that it matches.
    ///
    /// Types are the faster way to say so (`Recordable`, `RecordedAsIs`): with places, every value is encoded part by part.
    public var recordable: [PointerPattern] = []

    /// Types whose values say nothing about the person who uses the app.
    package var recordableTypes: Set<ObjectIdentifier> = []

    /// The app's own rules, asked in this order.
    package private(set) var own: [OwnRule] = []

    /// Rules with the given keys, shapes and places.
    package init(keys: [String], shapes: Set<SecretShape> = Set(SecretShape.allCases), pointers: [PointerPattern] = []) {
        self.keys = keys
        self.shapes = shapes
        self.pointers = pointers
    }

    /// Adds a rule of your own, which is asked about every text and number and may overrule the others.
    ///
    /// The closure runs on the dispatching thread (for actions) and on the recorder's (for states), once for every text and number that is
    /// written, so it has to be fast. Its answer must depend only on its two arguments, or redacted patches don't fit redacted states.
    ///
    /// - Parameters:
    ///   - name: the rule's name in the manifest's counts: `rule staff`.
    ///   - decide: receives the place, with `*` for every array index (and every key that could be one), and the text or number there.
    public mutating func add(_ name: String, _ decide: @escaping @Sendable (JSONPointer, JSONValue) -> RedactionVerdict) {
        own.append(OwnRule(label: RuleName(.rule, name).description, decide: decide))
    }

    /// A closure and its name in counts.
    package struct OwnRule: Sendable {
        package let label: String
        package let decide: @Sendable (JSONPointer, JSONValue) -> RedactionVerdict
    }

    /// Passwords, tokens, keys, cookies, card and account numbers, in many languages; every known shape.
    public static let `default` = RedactionRules(keys: SecretWords.all)
}

/// What a rule of the app's own decides about a text or number.
public enum RedactionVerdict: Sendable, Hashable {
    /// No decision; the other rules decide.
    case undecided
    /// The value must not be recorded, whatever the other rules say.
    case secret
    /// The value may be recorded, whatever the other rules say; if the recording is masked, it still gets a pseudonym.
    case harmless
}
