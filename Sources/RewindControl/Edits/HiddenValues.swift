import RewindCapture
import RewindFormat
import RewindValue

/// What a recording shows in place of the app's own values and keys, so that no edit takes one for a value.
///
/// A key has the same pseudonym everywhere, so an edit that names the pseudonym means the app's key. A pseudonym that two keys share, or
/// that is also a key of the app, is not included.
struct HiddenValues {
    private let placeholders: StoreEdit.Placeholders
    /// Where a placeholder came that was not shown there.
    private(set) var found: [JSONPointer] = []
    private let looks: Bool
    /// Where all texts are hidden: the texts, keys and numbers that are shown in place of others.
    private var texts: Set<String> = []
    /// The app's keys by the shown ones, and the other way round.
    private var keys: (own: [String: String], shown: [String: String]) = ([:], [:])

    /// Compares the app's value with its recorded form, at about the cost of finding their differences.
    ///
    /// - Parameters:
    ///   - placeholders: what to do with a placeholder that was not shown at that place.
    ///   - current: the recorded form; `nil` if nothing is hidden, or if that is unknown.
    ///   - raw: the app's value.
    init(_ placeholders: StoreEdit.Placeholders, current: JSONValue?, raw: JSONValue, form: RecordedForm?) {
        self.placeholders = placeholders
        looks = current != nil || placeholders != .refused
        guard let current, let form, raw != current else { return }
        var search = HiddenSearch(form: form)
        search.compare(raw, current, .root)
        texts = search.texts
        for (written, found) in search.keys where found.count == 1 && !search.open.contains(written) {
            for key in found { (keys.own[written], keys.shown[key]) = (key, written) }
        }
    }

    // MARK: Keys

    /// The key shown in place of a key.
    func shown(key: String) -> String { keys.shown[key] ?? key }

    /// The app's value with the shown keys.
    func shown(_ value: JSONValue) -> JSONValue { keys.shown.isEmpty ? value : renamed(value, keys.shown) }

    /// A value with the app's own keys.
    func own(_ value: JSONValue) -> JSONValue { keys.own.isEmpty ? value : renamed(value, keys.own) }

    private func renamed(_ value: JSONValue, _ names: [String: String]) -> JSONValue {
        switch value {
        case .null, .bool, .number, .string: return value
        case .array(let elements): return .array(elements.map { renamed($0, names) })
        case .object(let object):
            var renamed = JSONObject()
            for (key, member) in object { renamed[names[key] ?? key] = self.renamed(member, names) }
            return .object(renamed)
        }
    }

    // MARK: Values

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
                if keys.own[key] == nil, isHidden(key, isNumber: false), placeholders == .refused || current?[key] != nil {
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

    private func isHidden(_ text: String, isNumber: Bool) -> Bool {
        if !isNumber, Placeholder.isIn(text) { return true }
        // A shorter one is as likely typed as copied.
        return text.utf8.count >= (isNumber ? JSONNumber.digitLimit + 1 : 3) && texts.contains(text)
    }
}

/// A search for what a recorded form shows in place of the app's own.
private struct HiddenSearch {
    let form: RecordedForm
    /// The app's keys by the shown key.
    var keys: [String: Set<String>] = [:]
    /// The keys that are shown as they are.
    var open: Set<String> = []
    /// Where all texts are hidden: those that are shown in place of others.
    var texts: Set<String> = []

    mutating func compare(_ raw: JSONValue, _ current: JSONValue, _ path: JSONPointer) {
        switch (raw, current) {
        case (.object(let raw), .object(let current)):
            for (key, value) in raw {
                let place = path.appending(key)
                let written = current[key] == nil ? form.pointer(place).tokens.last : key
                guard let written, let member = current[written] else { continue }
                if written == key {
                    open.insert(key)
                } else {
                    keys[written, default: []].insert(key)
                    note(written)
                }
                compare(value, member, place)
            }
        case (.array(let raw), .array(let current)) where raw.count == current.count:
            for (index, (value, element)) in zip(raw, current).enumerated() { compare(value, element, path.appending(index)) }
        case (_, .string(let text)) where raw != current: note(text)
        case (_, .number(let number)) where raw != current: note(number.text)
        default: break
        }
    }

    private mutating func note(_ text: String) { if !form.showsTexts { texts.insert(text) } }
}
