import RewindFormat
package import RewindValue

/// Learns what always held in the states of one store, step by step and recording by recording.
///
/// It keeps one summary of the current state, counts for each place, and the candidates that nothing has broken yet; so memory does not grow
/// with the recordings, and a step costs what its patch changes. A candidate that was once broken does not come back.
package struct RuleLearner: Sendable {
    var places: [LearnedPlace] = [LearnedPlace(parent: nil, name: nil, isInElements: false)]
    var pairs = PairCandidates()
    var effects = ActionCandidates()
    var sequels = SequelCandidates()
    var declared = DeclaredActions()
    /// The recordings that were seen, and the steps in them.
    package private(set) var recordings = 0
    package private(set) var steps = 0
    /// Whether any of them is masked, so that texts and long numbers are to be compared for equality alone.
    package var isMasked = false
    /// How many places are kept; what comes later is not looked at.
    private static let placeLimit = 4000

    /// The places that the last observation may have changed; none of them is in an element.
    private(set) var changed: [Int] = []
    private var touchedLists: Set<Int> = []
    /// The number of the observation.
    private(set) var observation = 0
    private var recording = ""
    private(set) var step = 0
    /// Whether changes are those of one step.
    private(set) var isContinued = false
    private var hasState = false

    package init() {}

    /// Begins a recording.
    ///
    /// - Parameter name: Its name in examples.
    package mutating func beginRecording(_ name: String) {
        sequels.end()
        recordings += 1
        (recording, step) = (name, 0)
        (isContinued, hasState) = (false, false)
    }

    /// Forgets the current state: the following one does not come from it.
    package mutating func loseState() { (isContinued, hasState) = (false, false) }

    /// Forgets the actions so far: it is not known which ones came next.
    package mutating func loseSteps() { sequels.end() }

    /// Takes a state in full; what changed since the last one is not looked at.
    ///
    /// - Parameter type: The type of the action that led to it, if it is known: it is seen whether the state is what such an action leads to.
    package mutating func observe(
        state: JSONValue, after step: Int, type: String? = nil, action: JSONValue? = nil, cause: Int? = nil
    ) {
        isContinued = false
        beginObservation(step)
        summarise(0, state)
        hasState = true
        updatePairs()
        if let type { noteAction(type, action, cause, state) }
    }

    /// Takes a step: its action, the patch, and the state after it.
    ///
    /// - Parameters:
    ///   - type: The action's type; `nil` if it is not known.
    ///   - cause: The step whose action caused this one.
    ///   - isWhole: Whether the patch is that of this step alone.
    package mutating func observe(
        _ step: Int, type: String?, action: JSONValue?, cause: Int? = nil, patch: JSONPatch, state: JSONValue, isWhole: Bool = true
    ) {
        guard hasState else { return observe(state: state, after: step, type: type, action: action, cause: cause) }
        isContinued = isWhole
        if isWhole { steps += 1 }
        beginObservation(step)
        for operation in patch.operations { touch(operation, in: state) }
        for list in touchedLists.sorted() where !places[list].isInElements {
            if let value = value(at: list, in: state) { summariseList(list, value) }
        }
        updatePairs()
        if let type { noteAction(type, action, cause, state) }
    }

    private mutating func beginObservation(_ step: Int) {
        self.step = step
        observation += 1
        changed.removeAll(keepingCapacity: true)
        touchedLists.removeAll(keepingCapacity: true)
    }

    // MARK: Places

    /// The value at a place that is in no element; `nil` if nothing is there.
    func value(at place: Int, in state: JSONValue) -> JSONValue? {
        guard let parent = places[place].parent else { return state }
        guard let name = places[place].name, let object = value(at: parent, in: state) else { return nil }
        return object[name]
    }

    /// - Parameter isLate: Whether the object was there without it until now.
    private mutating func child(_ key: String, of place: Int, isLate: Bool = false) -> Int? {
        if let known = places[place].children[JSONKey(key)] { return known }
        guard places.count < Self.placeLimit, places[place].children.count < LearnedPlace.memberLimit else { return nil }
        places.append(LearnedPlace(parent: place, name: key, isInElements: places[place].isInElements))
        let index = places.count - 1
        places[place].children[JSONKey(key)] = index
        // It was not there until now.
        if isLate || places[place].objects > 1 || places[place].kinds.contains(.null) { places[index].kinds.insert(.null) }
        if !places[index].isInElements { pairs.addSiblings(of: index, in: places) }
        return index
    }

    private mutating func element(of place: Int) -> Int? {
        if let known = places[place].element { return known }
        guard places.count < Self.placeLimit else { return nil }
        places.append(LearnedPlace(parent: place, name: nil, isInElements: true))
        places[place].element = places.count - 1
        return places.count - 1
    }

    // MARK: Changes

    private mutating func touch(_ operation: JSONPatch.Operation, in state: JSONValue) {
        switch operation {
        case .add(let pointer, let value), .replace(let pointer, let value): touch(pointer, value, in: state)
        case .remove(let pointer): touch(pointer, nil, in: state)
        case .move(let from, let to):
            touch(from, nil, in: state)
            touch(to, state[to], in: state)
        case .copy(_, let to): touch(to, state[to], in: state)
        case .test: break
        }
    }

    /// Follows a pointer to the place that changed; in a list, only the elements that the operation brings are looked at.
    private mutating func touch(_ pointer: JSONPointer, _ value: JSONValue?, in state: JSONValue) {
        var place = 0
        for (depth, token) in pointer.tokens.enumerated() {
            if !places[place].isInElements { mark(place) }
            if places[place].kinds.contains(.list) || places[place].isDictionary {
                touchedLists.insert(place)
                guard let next = element(of: place) else { return }
                place = next
                continue
            }
            // An enum's other case, or a key that is data: the whole object says more.
            let isNew = places[place].children[JSONKey(token)] == nil
            let isLast = depth == pointer.tokens.count - 1
            if !places[place].isInElements, isNew && !token.isIdentifier || isLast && places[place].hasSingleMembers {
                return summarise(place, self.value(at: place, in: state) ?? .null)
            }
            guard let next = child(token, of: place, isLate: true) else { return }
            place = next
        }
        if places[place].isInElements {
            if let value { observe(value, at: place) }
        } else {
            summarise(place, self.value(at: place, in: state) ?? .null)
        }
    }

    private mutating func mark(_ place: Int) {
        if places[place].changedAt == observation { return }
        places[place].before = places[place].now
        places[place].changedAt = observation
        places[place].example = (recording, step)
        changed.append(place)
    }

    // MARK: Values

    /// Takes the value of a place that is in no element, with all that is in it.
    private mutating func summarise(_ place: Int, _ value: JSONValue) {
        mark(place)
        let before = places[place].before
        var now = LearnedPlace.Now()
        now.kind = LearnedPlace.ValueKinds(value)
        switch value {
        case .null: now.hash = 0
        case .bool(let isTrue): (now.hash, now.isSet) = (isTrue ? 3 : 1, isTrue)
        case .number(let number):
            let double = number.doubleValue
            (now.hash, now.isSet, now.measure) = (value.learnedHash, double > 0, double)
        case .string(let text):
            (now.hash, now.isSet, now.measure) = (value.learnedHash, !text.isEmpty, Double(text.unicodeScalars.count))
        case .array, .object: break
        }
        places[place].now = now
        note(value, at: place, before: before)
        switch value {
        case .array: summariseList(place, value, isWhole: true)
        case .object(let object):
            noteMembers(of: object, at: place)
            if places[place].isDictionary {
                summariseList(place, value, isWhole: true)
            } else {
                places[place].now.isSet = true
                places[place].now.hash = object.count == 1 ? JSONValue.string(object.member(at: 0).key).learnedHash : 2
                for (key, value) in object { if let next = child(key, of: place) { summarise(next, value) } }
                for (key, next) in places[place].children where object[key.text] == nil { clear(next) }
            }
        default: for (_, next) in places[place].children { clear(next) }
        }
    }

    /// Notes that nothing is at a place any more.
    private mutating func clear(_ place: Int) {
        if places[place].isInElements {
            // What was once missing has nothing in it either.
            if places[place].kinds.contains(.null) { return }
            places[place].kinds.insert(.null)
            for (_, next) in places[place].children { clear(next) }
            return
        }
        places[place].kinds.insert(.null)
        if places[place].now.kind != .null { summarise(place, .null) }
    }

    /// Takes the length and the ids of a list, or of a dictionary; its elements only if it is new as a whole.
    private mutating func summariseList(_ place: Int, _ value: JSONValue, isWhole: Bool = false) {
        let count: Int
        var ids: [UInt64] = []
        var keys: [JSONValue] = []
        var elements: [JSONValue] = []
        switch value {
        case .array(let array):
            (count, elements) = (array.count, array)
            for element in array {
                switch element {
                case .object(let object): if let id = object["id"] { keys.append(id) }
                case .string, .number: keys.append(element)
                default: break
                }
            }
            if keys.count != array.count { keys = [] }
            places[place].elementsHaveIDs = places[place].elementsHaveIDs || array.first?["id"] != nil
        case .object(let object) where places[place].isDictionary:
            count = object.count
            elements = object.map { $0.value }
        default: return
        }
        ids.reserveCapacity(keys.count)
        for key in keys { ids.append(key.learnedHash) }
        mark(place)
        let hash = ids.reduce(UInt64(count)) { ($0 ^ $1) &* 0x9e37_79b9_7f4a_7c15 }
        let isOther = hash != places[place].now.hash || isWhole
        places[place].now = LearnedPlace.Now(
            kind: LearnedPlace.ValueKinds(value), hash: hash, measure: Double(count), isSet: count > 0, ids: ids)
        note(length: count, at: place)
        if isOther { noteOrder(of: keys, ids, count, at: place) }
        guard isWhole, let element = element(of: place) else { return }
        for value in elements { observe(value, at: element) }
    }

    /// Takes the value of a place in an element, with all that is in it.
    private mutating func observe(_ value: JSONValue, at place: Int) {
        note(value, at: place, before: nil)
        switch value {
        case .array(let elements):
            if let next = element(of: place) { for value in elements { observe(value, at: next) } }
        case .object(let object):
            noteMembers(of: object, at: place)
            if places[place].isDictionary {
                if let next = element(of: place) { for (_, value) in object { observe(value, at: next) } }
                return
            }
            for (key, value) in object { if let next = child(key, of: place) { observe(value, at: next) } }
            for (key, next) in places[place].children where object[key.text] == nil { clear(next) }
        default: for (_, next) in places[place].children { clear(next) }
        }
    }

    // MARK: Facts of one place

    private mutating func note(_ value: JSONValue, at place: Int, before: LearnedPlace.Now?) {
        places[place].kinds.formUnion(LearnedPlace.ValueKinds(value))
        switch value {
        case .null, .array: return
        case .bool: places[place].values.note(before?.hash ?? 1, in: recordings)
        case .number(let number):
            let double = number.doubleValue
            places[place].values.note(value.learnedHash, in: recordings)
            places[place].low = min(places[place].low, double)
            places[place].high = max(places[place].high, double)
            switch number {
            case .int, .uint: break
            case .double, .decimal: places[place].hasFractions = true
            }
            if isContinued, let before, before.kind == .number, before.measure != double {
                if double < before.measure { places[place].neverFalls = false } else { places[place].neverRises = false }
                places[place].moves.note(value.learnedHash, in: recordings)
            }
        case .string(let text):
            places[place].values.note(value.learnedHash, in: recordings)
            if Placeholder.isWhole(text) { places[place].isHidden = true }
            note(length: text.unicodeScalars.count, at: place)
            note(name: text, at: place)
        case .object(let object):
            if object.count != 1 {
                places[place].hasSingleMembers = false
            } else if places[place].hasSingleMembers {
                places[place].values.note(JSONValue.string(object.member(at: 0).key).learnedHash, in: recordings)
                note(name: object.member(at: 0).key, at: place)
            }
        }
    }

    private mutating func note(name: String, at place: Int) {
        guard places[place].names != nil else { return }
        var count = places[place].names?[JSONKey(name)] ?? LearnedPlace.NameCount()
        count.count += 1
        if count.last != recordings {
            count.recordings += 1
            count.last = recordings
        }
        places[place].names?[JSONKey(name)] = count
        if (places[place].names?.count ?? 0) > LearnedPlace.nameLimit || name.utf8.count > 60 { places[place].names = nil }
    }

    private mutating func note(length: Int, at place: Int) {
        guard let lengths = places[place].lengths else {
            places[place].lengths = length...length
            return
        }
        if !lengths.contains(length) { places[place].lengths = min(lengths.lowerBound, length)...max(lengths.upperBound, length) }
    }

    private mutating func noteMembers(of object: JSONObject, at place: Int) {
        places[place].objects += 1
        if places[place].isDictionary { return }
        if object.contains(where: { !$0.key.isIdentifier }) || object.count > LearnedPlace.memberLimit {
            places[place].isDictionary = true
            for (_, next) in places[place].children { places[next].kinds.formUnion([.null, .bool, .object]) }
        }
    }

    private mutating func noteOrder(of keys: [JSONValue], _ ids: [UInt64], _ count: Int, at place: Int) {
        if ids.count != count {
            (places[place].isUnique, places[place].isSorted) = (false, false)
            return
        }
        for id in ids where places[place].everID.count < LearnedPlace.idLimit { places[place].everID.insert(id) }
        guard count > 1 else { return }
        let hash = places[place].now.hash
        if places[place].isUnique {
            if Set(ids).count < count {
                places[place].isUnique = false
            } else {
                places[place].unique.note(hash, in: recordings)
            }
        }
        guard places[place].isSorted else { return }
        for (key, next) in zip(keys, keys.dropFirst()) where key.jqOrder(to: next) > 0 {
            places[place].isSorted = false
            return
        }
        // One of the orders that so many elements have; of a list that grew, where the last one came to.
        places[place].sorted.note(hash, in: recordings, weight: Evidence.bits(Double(count)))
    }
}
