import RewindValue
import TestSupport
import Testing

/// Patches of many operations on large containers, which are applied in another way than one by one, to the same end.
@Suite(.timeLimit(.minutes(5))) struct LargePatchTests {
    private static func state(elements: Int = 2_200) -> JSONValue {
        let item: (Int) -> JSONValue = { ["id": .number(.int(Int64($0))), "tags": ["a", "b"]] }
        let byID = JSONObject((0..<elements).map { ("k\($0)", item($0)) })
        let byNumber = JSONObject((0..<elements).map { ("\($0)", .array((0..<3).map(item))) })
        return [
            "items": .array((0..<elements).map(item)), "byID": .object(byID), "byNumber": .object(byNumber),
            "lists": ["0": .array((0..<elements).map(item)), "1": .array((0..<(elements + 9)).map { .array([item($0)]) })], "count": 1,
        ]
    }

    private static func pointer(in value: JSONValue, _ random: inout SeededGenerator) -> JSONPointer {
        var tokens: [String] = []
        var value = value
        while random.below(12) > 0 {
            switch value {
            case .array(let elements):
                let index = random.below(elements.count + 1)
                tokens.append(random.below(20) == 0 ? "-" : "\(index)")
                guard index < elements.count else { return JSONPointer(tokens: tokens) }
                value = elements[index]
                if random.below(2) == 0 { return JSONPointer(tokens: tokens) }
            case .object(let object):
                guard !object.isEmpty else { return JSONPointer(tokens: tokens + ["new"]) }
                let key = random.below(30) == 0 ? "new\(random.below(20))" : object[random.below(object.count)].key
                tokens.append(key)
                guard let member = object[key] else { return JSONPointer(tokens: tokens) }
                value = member
                if object.count > 100, random.below(2) == 0 { return JSONPointer(tokens: tokens) }
            default: return JSONPointer(tokens: tokens)
            }
        }
        return JSONPointer(tokens: tokens)
    }

    private static func operation(on value: JSONValue, _ random: inout SeededGenerator) -> JSONPatch.Operation {
        let place = pointer(in: value, &random)
        // The whole value is seldom meant: nearly all would be lost at once.
        if place.tokens.count < 2, random.below(8) > 0 { return .test(place, value[place] ?? nil) }
        switch random.below(10) {
        case 0, 1: return .add(place, ["new": true])
        case 2, 3: return .remove(place)
        case 4: return .replace(place, "replaced")
        case 5, 6, 7: return .move(from: place, to: pointer(in: value, &random))
        case 8: return .copy(from: place, to: pointer(in: value, &random))
        default: return .test(place, value[place] ?? nil)
        }
    }

    @Test("A large patch gives what its operations give one by one, or the same error and the old value", arguments: 0..<9)
    func aLargePatchEqualsItsOperationsOneByOne(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let old = Self.state()
        var oneByOne = old
        var operations: [JSONPatch.Operation] = []
        // One in three patches ends with an operation that fails.
        while operations.count < 100 {
            let operation = Self.operation(on: oneByOne, &random)
            do throws(JSONPatchError) {
                try JSONPatch([operation]).apply(to: &oneByOne)
            } catch {
                guard operations.count > 60, seed % 3 == 0 else { continue }
                var expected = error
                expected.index = operations.count
                var value = old
                let found = #expect(throws: JSONPatchError.self) { try JSONPatch(operations + [operation]).apply(to: &value) }
                #expect(found == expected)
                #expect(value.jsonText == old.jsonText)
                return
            }
            operations.append(operation)
        }
        var value = old
        #expect(throws: Never.self) { try JSONPatch(operations).apply(to: &value) }
        #expect(value.jsonText == oneByOne.jsonText)
    }

    @Test("A thousand moves or removals in a large value take less than three times as long as parsing")
    func aThousandMovesOrRemovalsCostLikeParsing() throws {
        let count = 100_000
        let array = JSONValue.array((0..<count).map { .number(.int(Int64($0))) })
        let object = JSONValue.object(JSONObject((0..<count).map { ("key \($0)", .number(.int(Int64($0)))) }))
        let moves = (0..<1_000).map { JSONPatch.Operation.move(from: .root.appending($0 * 7), to: .root.appending(count - 1 - $0 * 11)) }
        let removals = (0..<1_000).map { JSONPatch.Operation.remove(.root.appending("key \($0 * 7)")) }
        let clock = ContinuousClock()
        for (state, operations) in [(array, moves), (object, removals)] {
            let text = state.jsonText
            var parsed = JSONValue.null
            let parsing = try clock.measure { parsed = try JSONValue(parsing: text) }
            #expect(parsed == state)
            var value = state
            let applying = try clock.measure { try JSONPatch(operations).apply(to: &value) }
            #expect(applying < parsing * 3)
        }
    }
}
