package import RewindFormat
package import RewindValue

/// A rule that makes of a recorded state what a later version of the app would have had in its place.
package struct StateRule: Sendable, Hashable {
    package var change: Change
    /// The version of the state that has the change: it is made to states of earlier versions.
    package var version: Int

    package init(_ change: Change, version: Int) { (self.change, self.version) = (change, version) }

    /// What is done to a state; it is left as it is where nothing is at the place.
    package enum Change: Sendable, Hashable {
        /// Moves a value to another place, unless that has one; objects that are missing on the way there are made.
        ///
        /// Both places are the same up to their last `*`. If the other place is one around the value, the value takes its place.
        case rename(PointerPattern, to: PointerPattern)
        /// Gives an object a member that it lacks.
        case fill(PointerPattern, JSONValue)
        case remove(PointerPattern)
        /// Makes an object of a value, with this one member; without a key, an array of it.
        case wrap(PointerPattern, key: String?)
    }
}

extension StateRule.Change {
    /// The places that it reads or changes.
    package var places: [PointerPattern] {
        switch self {
        case .rename(let old, let new): [old, new]
        case .fill(let place, _), .remove(let place), .wrap(let place, _): [place]
        }
    }

    /// Why there can't be such a rule, as a sentence; `nil` if there can.
    package var problem: String? {
        switch self {
        case .rename(let old, let new):
            if old == new { return "\(old) is renamed to itself" }
            let count = old.countToLastWildcard
            let isShared = new.tokens.prefix(count) == old.tokens.prefix(count) && !new.tokens.dropFirst(count).contains(nil)
            return isShared ? nil : "\(old) and \(new) have to be the same up to the last '*', which is any one key or index"
        case .fill(let place, _), .remove(let place):
            return place.tokens.last.map { $0 == nil } ?? true ? "\(place.text) has to end with the name of a member" : nil
        case .wrap: return nil
        }
    }

    /// What it makes of a state; `nil` if that is the same.
    fileprivate func applied(to state: JSONValue) -> JSONValue? {
        switch self {
        case .rename(let old, let new):
            let count = old.countToLastWildcard
            let from = JSONPointer(tokens: old.tokens.dropFirst(count).compactMap { $0 })
            let to = JSONPointer(tokens: new.tokens.dropFirst(count).compactMap { $0 })
            return state.changed(at: old.tokens.prefix(count)) { $0.moved(from: from, to: to) }
        case .fill(let place, let value):
            guard let name = place.tokens.last ?? nil else { return nil }
            return state.changed(at: place.tokens.dropLast()) { parent in
                guard case .object(var members) = parent, members[name] == nil else { return nil }
                members[name] = value
                return .object(members)
            }
        case .remove(let place):
            guard let name = place.tokens.last ?? nil else { return nil }
            return state.changed(at: place.tokens.dropLast()) { $0.removing([name]) }
        case .wrap(let place, let key):
            return state.changed(at: place.tokens[...]) { value in
                guard let key else { return .array([value]) }
                return .object([key: value])
            }
        }
    }
}

extension [StateRule] {
    /// What the rules make of a state, one after the other.
    package func applied(to state: JSONValue) -> JSONValue {
        var state = state
        for rule in self { state = rule.change.applied(to: state) ?? state }
        return state
    }

    /// Whether what a patch changes and what the rules change may have to do with each other.
    func mayConcern(_ patch: JSONPatch) -> Bool {
        patch.operations.contains { operation in
            contains { rule in
                rule.change.places.contains { place in operation.pointers.contains { place.isOnOneWay(with: $0) } }
            }
        }
    }
}

extension PointerPattern {
    /// The number of tokens up to the last one that matches any key, and with it.
    fileprivate var countToLastWildcard: Int { (tokens.lastIndex(of: nil) ?? -1) + 1 }

    /// The pattern as a sentence names it.
    fileprivate var text: String { tokens.isEmpty ? "the whole state" : description }

    /// Whether the pattern matches a place, a place around it, or a place in it.
    fileprivate func isOnOneWay(with place: JSONPointer) -> Bool {
        for (token, other) in zip(tokens, place.tokens) {
            guard let token, token != other else { continue }
            return false
        }
        return true
    }
}

extension JSONPatch.Operation {
    /// The places that it reads or changes.
    fileprivate var pointers: [JSONPointer] {
        switch self {
        case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _), .test(let pointer, _): [pointer]
        case .move(let from, let to), .copy(let from, let to): [from, to]
        }
    }
}

extension JSONValue {
    /// The value with what a function makes of each part that a pattern matches; `nil` if that is the same.
    fileprivate func changed(at tokens: ArraySlice<String?>, _ change: (JSONValue) -> JSONValue?) -> JSONValue? {
        guard let token = tokens.first else { return change(self) }
        var isChanged = false
        switch self {
        case .array(var elements):
            if token != nil { return nil }
            for index in elements.indices {
                guard let new = elements[index].changed(at: tokens.dropFirst(), change) else { continue }
                elements[index] = new
                isChanged = true
            }
            return isChanged ? .array(elements) : nil
        case .object(var members):
            for key in token.map({ [$0] }) ?? Array(members.keys) {
                guard let new = members[key]?.changed(at: tokens.dropFirst(), change) else { continue }
                members[key] = new
                isChanged = true
            }
            return isChanged ? .object(members) : nil
        default: return nil
        }
    }

    /// The value with a part of it at another place; `nil` if it has no such part, or something else is there.
    fileprivate func moved(from old: JSONPointer, to new: JSONPointer) -> JSONValue? {
        guard let part = self[old] else { return nil }
        if new.isPrefix(of: old) { return new.tokens.isEmpty ? part : changed(at: new.tokens.map { $0 }[...]) { _ in part } }
        guard let rest = removing(old.tokens[...]), rest[new] == nil else { return nil }
        return rest.adding(part, at: new.tokens[...])
    }

    /// The value without one of its parts, which of the whole leaves an empty object; `nil` if it has no such part.
    fileprivate func removing(_ tokens: ArraySlice<String>) -> JSONValue? {
        guard let name = tokens.last else { return .object([:]) }
        return changed(at: tokens.dropLast().map { $0 }[...]) { parent in
            guard case .object(var members) = parent, members.removeValue(forKey: name) != nil else { return nil }
            return .object(members)
        }
    }

    /// The value with a part more; `nil` if something else than an object is on the way.
    fileprivate func adding(_ part: JSONValue, at tokens: ArraySlice<String>) -> JSONValue? {
        guard let name = tokens.first else { return part }
        guard case .object(var members) = self, let member = (members[name] ?? .object([:])).adding(part, at: tokens.dropFirst()) else {
            return nil
        }
        members[name] = member
        return .object(members)
    }
}

extension Manifest {
    /// The version of a store's state; 1 if the app did not say it.
    package func version(of store: String) -> Int { stores.first { $0.name == store }?.version ?? 1 }

    /// Of some rules by store, those that are for the states of this recording.
    ///
    /// In a recording that was merged of others, the names of the stores begin with those of the parts.
    func applying(_ rules: [String: [StateRule]]) -> [String: [StateRule]] {
        var found: [String: [StateRule]] = [:]
        for store in stores {
            // Of names that both fit, the longer one is the store's.
            let name = parts.isEmpty ? nil : rules.keys.filter { store.name.hasSuffix("/" + $0) }.max { $0.utf8.count < $1.utf8.count }
            let own = rules[store.name] ?? name.flatMap { rules[$0] } ?? []
            let later = own.filter { $0.version > store.version }
            if !later.isEmpty { found[store.name] = later }
        }
        return found
    }
}
