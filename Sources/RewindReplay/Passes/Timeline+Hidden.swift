import RewindFormat
import RewindRedaction
package import RewindValue

extension Timeline {
    /// Remarks that what is asked for is hidden in the recording, so that the answer may not be the app's.
    ///
    /// - Parameters:
    ///   - predicates: What is evaluated.
    ///   - places: What is shown.
    ///   - comparesTexts: Whether something else compares texts.
    package func hidden(from predicates: [Predicate], at places: [JSONPointer] = [], comparesTexts: Bool = false) -> [Remark] {
        var remarks = (places + predicates.flatMap { $0.reads ?? [] }).compactMap(hiddenNumber)
        if recording.manifest.hidesTexts, comparesTexts || predicates.contains(where: { $0.comparesContents }) {
            remarks.append(.textsHidden)
        }
        return remarks
    }

    /// A remark that a number was a secret, so that the value at a place is 0: unlike a text, a number has no placeholder.
    private func hiddenNumber(at place: JSONPointer) -> Remark? {
        let manifest = recording.manifest
        if manifest.level == RedactionLevel.everything.rawValue { return nil }
        let found = manifest.removals.keys.filter { $0.hasPrefix("key ") }.map { String($0.dropFirst(4)) }
        let isKnown = !manifest.removals.isEmpty && manifest.removals[Manifest.recoveredRemovals] == nil
        let matcher = KeyMatcher(isKnown ? found : RedactionRules.default.keys)
        guard let rule = matcher.rule(at: place), storeNames.contains(where: { hasZero(at: place, in: $0) }) else { return nil }
        return .hiddenNumber(place, rule: rule)
    }

    private func hasZero(at place: JSONPointer, in store: String) -> Bool {
        guard let last = try? lastKnownStep(of: store), case .known(let state)? = try? state(at: last, store: store) else { return false }
        return state[place] == .number(.int(0))
    }
}
