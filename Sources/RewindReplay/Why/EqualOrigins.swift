import RewindFormat
import RewindValue

/// Finds what a step may have got a value from without the app's reducer: by what the recorded patch copies, by equal values, and by equal
/// members of objects with the same id; the action comes before the state.
package struct EqualOrigins: ValueOrigins {
    package init() {}

    /// How many parts of a value are looked for, and how many are named.
    private static let (examinedLimit, namedLimit) = (24, 6)

    package func sources(of written: WrittenValue) -> FoundSources {
        let whole = source(of: written)
        guard whole.sources.isEmpty, written.value.hasParts else { return whole }
        let parts = sourcesOfParts(of: written)
        return parts.sources.isEmpty ? whole : parts
    }

    // MARK: One value

    private func source(of written: WrittenValue) -> FoundSources {
        var found = FoundSources()
        if written.value.isHidden {
            found.end = .hidden
            return found
        }
        if let copied = copied(written) {
            found.sources = [copied]
            return found
        }
        let inAction = EqualPlaces(of: written.value, in: written.step.action)
        let inState = EqualPlaces(of: written.value, in: written.before, besides: written.place)
        let count = PlaceCount(places: inAction.count + inState.count, looked: inAction.looked + inState.looked)
        // A value that says little is not known to be rare if the state before is not known.
        let tells = Information(of: written.value).tells(in: written.before == nil ? count.places + 1 : count.places)
        func add(_ holder: ValueSource.Holder, _ place: JSONPointer, _ value: JSONValue, _ how: WhyLink.How, _ count: PlaceCount?) {
            found.sources.append(ValueSource(holder, place, value, how, count: count))
        }
        if tells, let place = inAction.best(for: written.place) {
            add(.action, place, written.value, .equal, count)
        } else if let (holder, place) = withSameID(written) {
            add(holder, place, written.value, .sameID, nil)
        } else if tells, let place = inState.best(for: written.place) {
            add(.state, place, written.value, .equal, count)
        } else if let (holder, shared) = sharingText(with: written), let place = shared.place {
            add(holder, place, .string(shared.text), shared.isPart ? .contains : .within, nil)
        } else {
            (found.end, found.count) = (end(of: written, count), count)
        }
        return found
    }

    private func end(of written: WrittenValue, _ count: PlaceCount) -> WhyLink.End {
        if count.places > 0 { return .chance }
        if written.step.action == nil { return .noAction }
        return written.before == nil ? .unknownState : .made
    }

    /// The place that the step's patch copies or moves the value from, if it is there in the state before.
    private func copied(_ written: WrittenValue) -> ValueSource? {
        for operation in (written.step.patch ?? JSONPatch()).operations.reversed() {
            let (from, to): (JSONPointer, JSONPointer)
            switch operation {
            case .copy(let source, let target), .move(let source, let target): (from, to) = (source, target)
            case .add, .remove, .replace, .test: continue
            }
            guard to.isPrefix(of: written.place) else { continue }
            let place = JSONPointer(tokens: from.tokens + written.place.tokens.dropFirst(to.tokens.count))
            // What comes before it in the patch may have moved it.
            guard let before = written.before, before[place] == written.value else { continue }
            if case .copy = operation { return ValueSource(.state, place, written.value, .copied) }
            return ValueSource(.state, place, written.value, .moved)
        }
        return nil
    }

    /// The place of an equal value at the same key of an object with the same id.
    private func withSameID(_ written: WrittenValue) -> (ValueSource.Holder, JSONPointer)? {
        guard let after = written.after, let named = NamedMember(of: written.place, in: after) else { return nil }
        if let action = written.step.action, let place = named.place(of: written.value, in: action, besides: nil) {
            return (.action, place)
        }
        guard let before = written.before, let place = named.place(of: written.value, in: before, besides: named.holder) else { return nil }
        return (.state, place)
    }

    private func sharingText(with written: WrittenValue) -> (ValueSource.Holder, SharedText)? {
        guard case .string(let text) = written.value else { return nil }
        let inAction = SharedText(with: text, in: written.step.action)
        if inAction.place != nil { return (.action, inAction) }
        let inState = SharedText(with: text, in: written.before)
        return inState.place == nil ? nil : (.state, inState)
    }

    // MARK: Its parts

    /// A part of a value, where it is in that, and what was there before the step.
    private struct Part {
        var place: JSONPointer
        var value: JSONValue
        var old: JSONValue?
    }

    /// The sources of the parts that the step changed: of a part as a whole if it has one, or else of its own parts.
    private func sourcesOfParts(of written: WrittenValue) -> FoundSources {
        var found = FoundSources()
        let whole = Part(place: .root, value: written.value, old: written.before.flatMap { $0[written.place] })
        var waiting = changedParts(of: whole)[...]
        var examined = 0
        while examined < Self.examinedLimit, let part = waiting.popFirst() {
            examined += 1
            let place = JSONPointer(tokens: written.place.tokens + part.place.tokens)
            let one = WrittenValue(
                part.value, at: place, by: written.step, of: written.store, before: written.before, after: written.after)
            var sources = source(of: one).sources
            for index in sources.indices { sources[index].part = part.place }
            if !sources.isEmpty, found.sources.count < Self.namedLimit {
                found.sources += sources
            } else if sources.isEmpty, part.value.hasParts {
                waiting = changedParts(of: part) + waiting
            } else {
                found.left += 1
            }
        }
        found.left += waiting.count
        return found
    }

    /// The members or elements that are not as they were; an element with the same id, or an equal one, is the same.
    private func changedParts(of part: Part) -> [Part] {
        var parts: [Part] = []
        switch (part.value, part.old) {
        case (.array(let elements), .array(let old)?):
            for (index, source) in TreeDiff.sources(of: elements, among: old).enumerated() {
                let before = source.map { old[$0] }
                if before != elements[index] { parts.append(Part(place: part.place.appending(index), value: elements[index], old: before)) }
            }
        default:
            part.value.forEachChild { key, child in
                let before = part.old.flatMap { $0[key] }
                if before != child { parts.append(Part(place: part.place.appending(key), value: child, old: before)) }
            }
        }
        return parts
    }
}

/// A member of an object that has an id.
private struct NamedMember {
    /// Where the object is.
    let holder: JSONPointer
    private let id: JSONValue
    /// Where the member is in it.
    private let rest: JSONPointer

    /// The innermost object with an id around a place; `nil` if there is none, or the place is that of the id.
    init?(of place: JSONPointer, in state: JSONValue) {
        for depth in (0..<place.tokens.count).reversed() {
            let holder = JSONPointer(tokens: Array(place.tokens[..<depth]))
            guard let id = state[holder]?.ownID else { continue }
            let rest = JSONPointer(tokens: Array(place.tokens[depth...]))
            if rest.tokens == [TreeDiff.identity] { return nil }
            (self.holder, self.id, self.rest) = (holder, id, rest)
            return
        }
        return nil
    }

    /// Where an object with the same id has a value at the same place in it.
    func place(of value: JSONValue, in other: JSONValue, besides own: JSONPointer?) -> JSONPointer? {
        var path: [String] = []
        return find(value, in: other, besides: own, &path)
    }

    private func find(_ wanted: JSONValue, in value: JSONValue, besides own: JSONPointer?, _ path: inout [String]) -> JSONPointer? {
        if value.ownID == id, value[rest] == wanted {
            let place = JSONPointer(tokens: path)
            if place != own { return JSONPointer(tokens: path + rest.tokens) }
        }
        var found: JSONPointer?
        value.forEachChild { key, child in
            if found != nil { return }
            path.append(key)
            found = find(wanted, in: child, besides: own, &path)
            path.removeLast()
        }
        return found
    }
}

extension JSONValue {
    /// The member `id`, if it is a text or a number.
    fileprivate var ownID: JSONValue? {
        switch self[TreeDiff.identity] {
        case .string(let text)?: .string(text)
        case .number(let number)?: .number(number)
        default: nil
        }
    }
}
