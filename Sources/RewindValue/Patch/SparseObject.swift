internal import OrderedCollections

/// A large object from which members are taken without moving the others; new ones stand apart, behind them.
struct SparseObject: EditedContainer {
    private var object: JSONObject
    /// The positions of members that are there no more, in their order.
    private var removedPositions: [Int] = []
    private var added = JSONObject()

    init(_ object: consuming JSONObject) { self.object = object }

    /// All members, which are taken out.
    mutating func takeObject() -> JSONObject {
        defer { self = SparseObject(JSONObject()) }
        guard !removedPositions.isEmpty else {
            for (key, value) in added { object[key] = value }
            return object
        }
        var keys: [JSONKey] = []
        var values: [JSONValue] = []
        keys.reserveCapacity(object.count - removedPositions.count + added.count)
        values.reserveCapacity(object.count - removedPositions.count + added.count)
        var next = 0
        for position in 0..<object.count {
            if next < removedPositions.count, removedPositions[next] == position {
                next += 1
            } else {
                keys.append(object.members.keys[position])
                values.append(object.members.values[position])
            }
        }
        keys += added.members.keys
        values += added.members.values
        return JSONObject(uniqueKeys: keys, values: values)
    }

    subscript(key: String) -> JSONValue? { position(of: key).map { object.member(at: $0).value } ?? added[key] }

    mutating func add(_ new: JSONValue, _ token: String, at tokens: [String]) -> Edit {
        guard let position = position(of: token) else { return added.add(new, token, at: tokens) }
        let old = object.members.values[position]
        object.members.values[position] = new
        return .replace(tokens, old)
    }

    mutating func remove(_ token: String, at tokens: [String]) throws(Edit.Failure) -> Edit {
        guard let position = position(of: token) else {
            guard case .insertMember(_, let old, let place) = try added.remove(token, at: tokens) else { throw .missing }
            return .insertMember(tokens, old, position: object.count - removedPositions.count + place)
        }
        let rank = removedPositions.partitioningIndex { $0 >= position }
        removedPositions.insert(position, at: rank)
        let old = object.members.values[position]
        object.members.values[position] = .null
        return .insertMember(tokens, old, position: position - rank)
    }

    /// Puts back what was removed, which costs little where it is what was removed last of all that is still gone, as when changes are taken back.
    mutating func insert(_ new: JSONValue, _ token: String, at tokens: [String], position: Int) -> Edit {
        let rest = object.count - removedPositions.count
        if position >= rest { return added.insert(new, token, at: tokens, position: position - rest) }
        if let place = object.index(of: token) {
            let rank = removedPositions.partitioningIndex { $0 >= place }
            if rank < removedPositions.count, removedPositions[rank] == place, place - rank == position {
                removedPositions.remove(at: rank)
                object.members.values[place] = new
                return .remove(tokens)
            }
        }
        var whole = takeObject()
        defer { self = SparseObject(whole) }
        return whole.insert(new, token, at: tokens, position: position)
    }

    mutating func edit(_ token: String, _ body: (inout JSONValue) throws(Edit.Failure) -> Edit) throws(Edit.Failure) -> Edit {
        guard let position = position(of: token) else { return try added.edit(token, body) }
        return try body(&object.members.values[position])
    }

    /// The position of a member of the object that is still there.
    private func position(of key: String) -> Int? {
        guard let position = object.index(of: key) else { return nil }
        let rank = removedPositions.partitioningIndex { $0 >= position }
        return rank < removedPositions.count && removedPositions[rank] == position ? nil : position
    }
}
