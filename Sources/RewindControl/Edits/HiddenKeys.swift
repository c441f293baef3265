import RewindCapture
import RewindRedaction
import RewindValue

/// The keys of the app's dictionaries for which the recording shows others, by the shown key.
///
/// A key has the same pseudonym everywhere, so an edit that names the pseudonym means the app's key. A pseudonym that two keys share, or
/// that is also a key of the app, is not included.
struct HiddenKeys {
    private var own: [String: String] = [:]
    private var shown: [String: String] = [:]

    /// Nothing is hidden.
    init() {}

    /// Compares the app's value with its recorded form.
    ///
    /// Costs about as much as comparing the two, plus the cost of masking each hidden key.
    init(raw: JSONValue, current: JSONValue, _ form: RecordedForm) {
        var found = Search(form: form)
        found.look(at: raw, current, .root)
        for (written, keys) in found.keys {
            guard keys.count == 1, let key = keys.first, !found.open.contains(written) else { continue }
            (own[written], shown[key]) = (key, written)
        }
    }

    var isEmpty: Bool { own.isEmpty }

    /// Whether the app's key behind a shown key is known.
    func has(_ written: String) -> Bool { own[written] != nil }

    /// The key shown in place of a key.
    func shown(key: String) -> String { shown[key] ?? key }

    /// The app's value with the shown keys.
    func shown(_ value: JSONValue) -> JSONValue { isEmpty ? value : renamed(value, shown) }

    /// A value with the app's own keys.
    func own(_ value: JSONValue) -> JSONValue { isEmpty ? value : renamed(value, own) }

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

    /// A search for hidden keys.
    private struct Search {
        let form: RecordedForm
        /// The app's keys by the shown key.
        var keys: [String: Set<String>] = [:]
        /// The keys that are shown as they are.
        var open: Set<String> = []

        mutating func look(at raw: JSONValue, _ current: JSONValue, _ path: JSONPointer) {
            switch (raw, current) {
            case (.object(let raw), .object(let current)):
                for (key, value) in raw {
                    if let member = current[key] {
                        open.insert(key)
                        look(at: value, member, path.appending(key))
                        continue
                    }
                    let place = path.appending(key)
                    guard let written = form.pointer(place).tokens.last, let member = current[written] else {
                        continue
                    }
                    keys[written, default: []].insert(key)
                    look(at: value, member, place)
                }
            case (.array(let raw), .array(let current)) where raw.count == current.count:
                for (index, (value, element)) in zip(raw, current).enumerated() { look(at: value, element, path.appending(index)) }
            default: break
            }
        }
    }
}
