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
    package func remarksOnHiddenValues(
        readBy predicates: [Predicate], at places: [JSONPointer] = [], comparesTexts: Bool = false
    ) -> [Remark] {
        let marked = markedPlaces
        var remarks = (places + predicates.flatMap { $0.reads ?? [] }).compactMap { place in
            marked.contains { $0.isPrefix(of: place) } ? markedValue(at: place) : hiddenNumber(at: place)
        }
        if recording.manifest.hidesTexts,
            comparesTexts || predicates.contains(where: { $0.comparesContents }) || readsPseudonyms(predicates.flatMap { $0.reads ?? [] })
        {
            remarks.append(.textsHidden)
        }
        return remarks
    }

    /// Whether a path names a key that is data, or bytes.
    private func readsPseudonyms(_ places: [JSONPointer]) -> Bool {
        let names = SourceNames(of: recording.manifest)
        return places.contains { place in
            place.tokens.contains { ArrayIndex.parse($0) == nil && (!names.has(key: $0) || names.holdsBytes($0)) }
        }
    }

    /// The places that the app's types mark, in the newest states.
    private var markedPlaces: Set<JSONPointer> {
        guard recording.manifest.removals[Self.markingRule] != nil, let newest = recording.segments.last?.index,
            let segment = try? recording.segment(newest)
        else { return [] }
        return segment.states.reduce(into: []) { $0.formUnion($1.redacted) }
    }

    private static let markingRule = RuleName.marking.description

    /// A remark that the app's types mark what is at a place; not for a text, whose placeholder tells that.
    private func markedValue(at place: JSONPointer) -> Remark? {
        let isHidden = storeNames.contains { store in newestValue(at: place, in: store).map { $0.string == nil } ?? false }
        return isHidden ? .hiddenNumber(place, rule: Self.markingRule) : nil
    }

    /// A remark that a number was a secret, so that the value at a place is 0: unlike a text, a number has no placeholder.
    private func hiddenNumber(at place: JSONPointer) -> Remark? {
        let manifest = recording.manifest
        if manifest.level == RedactionLevel.everything.rawValue { return nil }
        let found = manifest.removals.keys.compactMap { RuleName($0)?.word }
        let isKnown = !manifest.removals.isEmpty && manifest.removals[Manifest.recoveredRemovals] == nil
        let matcher = KeyMatcher(isKnown ? found : RedactionRules.default.keys)
        guard let rule = matcher.rule(at: place), storeNames.contains(where: { newestValue(at: place, in: $0) == .number(.int(0)) })
        else { return nil }
        return .hiddenNumber(place, rule: RuleName(.key, rule).description)
    }

    private func newestValue(at place: JSONPointer, in store: String) -> JSONValue? {
        guard let last = try? lastKnownStep(of: store), case .known(let state)? = try? state(at: last, store: store) else { return nil }
        return state[place]
    }
}
