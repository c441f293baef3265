import RewindRedaction
import RewindValue

/// The placeholders that a recording shows, so that no edit takes one for a value.
struct HiddenValues {
    private let placeholders: StoreEdit.Placeholders
    /// Where a placeholder came that was not shown there.
    private(set) var found: [JSONPointer] = []
    private let looks: Bool
    /// If everything has a pseudonym, only comparing both states tells which texts are pseudonyms.
    private var pair: (current: JSONValue, raw: JSONValue)?
    private var texts: Set<String>?
    /// The shown keys behind which the app's own are known.
    private let keys: HiddenKeys

    /// - Parameters:
    ///   - placeholders: what to do with a placeholder that was not shown at that place.
    ///   - looks: whether anything may be hidden.
    ///   - pair: the shown state and the app's own, if texts have pseudonyms of no special form.
    ///   - keys: keys shown in place of the app's own.
    init(
        placeholders: StoreEdit.Placeholders, looks: Bool, pair: (current: JSONValue, raw: JSONValue)?, keys: HiddenKeys = HiddenKeys()
    ) {
        (self.placeholders, self.looks, self.pair, self.keys) = (placeholders, looks, pair, keys)
    }

    /// A new value in which everything that repeats what is shown is replaced with the app's own.
    ///
    /// - Parameters:
    ///   - current: the recorded form at that place; `nil` if nothing was there.
    ///   - raw: the app's value there.
    mutating func resolved(
        _ value: JSONValue, current: JSONValue?, raw: JSONValue?, at path: JSONPointer
    ) throws(StoreEditError) -> JSONValue {
        if !looks { return value }
        if let current, let raw, value == current { return raw }
        switch value {
        case .null, .bool: return value
        case .number(let number):
            return isHidden(number.text, isNumber: true) ? try instead(of: value, raw, at: path) : value
        case .string(let text):
            return isHidden(text, isNumber: false) ? try instead(of: value, raw, at: path) : value
        case .array(let elements):
            let (shown, own) = (current?.array ?? [], raw?.array ?? [])
            let sources = shown.isEmpty ? [] : TreeDiff.sources(of: elements, among: shown)
            var resolved: [JSONValue] = []
            resolved.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                let source = index < sources.count ? sources[index] : nil
                let pair = source.flatMap { $0 < own.count ? (shown[$0], own[$0]) : nil }
                resolved.append(try self.resolved(element, current: pair?.0, raw: pair?.1, at: path.appending(index)))
            }
            return .array(resolved)
        case .object(let object):
            var resolved = JSONObject()
            for (key, member) in object {
                let place = path.appending(key)
                // A key that was shown here replaces the app's own key; only the whole object could tell which one.
                if !keys.has(key), isHidden(key, isNumber: false), placeholders == .refused || current?[key] != nil {
                    throw StoreEditError(.hiddenKey, at: place, "the key is a pseudonym, which the app would take for a key of its own")
                }
                resolved[key] = try self.resolved(member, current: current?[key], raw: raw?[key], at: place)
            }
            return .object(resolved)
        }
    }

    private mutating func instead(of value: JSONValue, _ own: JSONValue?, at path: JSONPointer) throws(StoreEditError) -> JSONValue {
        found.append(path)
        switch placeholders {
        case .ownValueKept: return own ?? value
        case .ownValueRequired:
            if let own { return own }
            throw StoreEditError(.placeholder, at: path, "the recording hides the value, and the app has none of its own there to keep")
        case .refused:
            throw StoreEditError(
                .placeholder, at: path,
                "the value is a placeholder for something that the recording hides; leave the one that was here, or write a value")
        }
    }

    private mutating func isHidden(_ text: String, isNumber: Bool) -> Bool {
        if !isNumber, Pseudonyms.isPseudonym(text) || Placeholder(text) != nil { return true }
        // A shorter one is as likely typed as copied.
        guard pair != nil, text.utf8.count >= (isNumber ? Masker.digitLimit + 1 : 3) else { return false }
        if texts == nil {
            var found: Set<String> = []
            if let pair { Self.collect(pair.current, pair.raw, into: &found) }
            (texts, pair) = (found, pair)
        }
        return texts?.contains(text) == true
    }

    /// Collects the texts, keys and numbers that are shown in place of others.
    private static func collect(_ current: JSONValue, _ raw: JSONValue, into found: inout Set<String>) {
        switch (current, raw) {
        case (.string(let text), _): if raw != current { found.insert(text) }
        case (.number(let number), _): if raw != current { found.insert(number.text) }
        case (.array(let elements), .array(let own)): for (element, own) in zip(elements, own) { collect(element, own, into: &found) }
        case (.object(let object), .object(let own)):
            for (key, member) in object {
                if let value = own[key] {
                    collect(member, value, into: &found)
                } else {
                    found.insert(key)
                    collect(member, .null, into: &found)
                }
            }
        default: break
        }
    }
}
