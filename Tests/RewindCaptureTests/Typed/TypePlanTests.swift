import Foundation
import OrderedCollections
import Testing

@testable import RewindCapture
@testable import RewindValue

@Suite(.timeLimit(.minutes(5))) struct TypePlanTests {
    final class Instance: Codable {}
    struct Plain {
        var flag: Bool
        var number: Int
        var text: String
        var list: [String: [Int?]]
    }
    struct Generic<Value> {
        var flag: Bool
        var value: Value
    }
    struct WithWeak { weak var instance: Instance? }
    struct WithClosure { var run: () -> Void }
    struct WithAny { var value: any Codable }
    struct WithPointer { var pointer: UnsafePointer<Int>? }
    enum Tree { case leaf(Int), node([Tree]); indirect case both(Tree, Tree) }
    enum Payload { case none, instance(Instance), number(Int) }
    enum GenericPayload<Value> { case none, some(Generic<Value>, Int) }

    // The significant bytes of a type whose bits may say "same"; `nil` for one that may hold references.
    static let cases: [(String, any Any.Type, Int?)] = [
        ("a number", Int.self, 8), ("a text", String.self, 16), ("an array", [Int].self, 8), ("Data", Data.self, MemoryLayout<Data>.size),
        ("URL", URL.self, MemoryLayout<URL>.size), ("UUID", UUID.self, 16), ("JSONValue", JSONValue.self, MemoryLayout<JSONValue>.size),
        ("a struct with a gap", Plain.self, 1 + 8 + 16 + 8), ("a generic struct", Generic<Double>.self, 1 + 8),
        ("a nested gap", Generic<Generic<Int16>>.self, 1 + 1 + 2), ("a tuple", (Bool, Int).self, 1 + 8),
        ("an ordered dictionary", OrderedDictionary<String, Int>.self, MemoryLayout<OrderedDictionary<String, Int>>.size),
        ("an enum that contains itself", Tree.self, MemoryLayout<Tree>.size),
        ("a generic enum", GenericPayload<String>.self, MemoryLayout<GenericPayload<String>>.size),
        ("a class", Instance.self, nil), ("an array of instances", [Instance].self, nil), ("a weak reference", WithWeak.self, nil),
        ("a closure", WithClosure.self, 16), ("a time zone", TimeZone.self, nil), ("a C struct", timespec.self, 16),
        ("a C struct with pointers", group.self, nil), ("an existential", WithAny.self, nil), ("any Any", Any.self, nil),
        ("a pointer", WithPointer.self, nil), ("an instance in an enum", Payload.self, nil),
        ("an instance in an optional", Instance?.self, nil),
        ("an instance in a generic struct", Generic<[String: Instance]>.self, nil),
        ("an instance in a generic enum", GenericPayload<Instance>.self, nil),
        ("an ordered dictionary of instances", OrderedDictionary<String, Instance>.self, nil),
    ]

    @Test func aPlanKnowsReferencesAndPadding() {
        for (name, type, count) in Self.cases {
            func plan<T>(_ type: T.Type) -> TypePlan { TypePlan.of(type) }
            let plan = _openExistential(type, do: plan)
            #expect(plan.hasValueSemantics == (count != nil), "\(name)")
            if let count { #expect(plan.bits.count == count, "\(name)") }
        }
    }

    @Test func paddingDoesNotTellValuesApartAndEveryFieldDoes() {
        typealias Padded = Generic<Generic<Double>>
        let plan = TypePlan.of(Padded.self)
        func isSame(_ left: Padded, _ right: Padded, _ bits: SignificantBits) -> Bool {
            withUnsafeTemporaryAllocation(of: Padded.self, capacity: 2) { memory in
                let raw = UnsafeMutableRawBufferPointer(memory)
                for index in raw.indices { raw[index] = index < MemoryLayout<Padded>.stride ? 0x55 : 0xAA }
                // Field by field, so that what is between them stays as it was.
                memory[0].flag = left.flag
                memory[1].flag = right.flag
                memory[0].value.flag = left.value.flag
                memory[1].value.flag = right.value.flag
                memory[0].value.value = left.value.value
                memory[1].value.value = right.value.value
                guard let start = memory.baseAddress else { return false }
                return bits.areSame(start, start + 1)
            }
        }
        let value = Padded(flag: true, value: Generic(flag: false, value: 1))
        #expect(isSame(value, value, plan.bits))
        #expect(!isSame(value, Padded(flag: false, value: value.value), plan.bits))
        #expect(!isSame(value, Padded(flag: true, value: Generic(flag: true, value: 1)), plan.bits))
        #expect(!isSame(value, Padded(flag: true, value: Generic(flag: false, value: -1)), plan.bits))
    }

    @Test func whatIsWeakOrUnownedIsNotStoredAsWhatItIsReadAs() {
        final class Instance {}
        struct State<T> {
            weak var weak: Instance?
            unowned var unowned: Instance
            unowned(unsafe) var unsafe: Instance
            weak var any: AnyObject?
            var strong: Instance
            var number: [T]
        }
        let fields = TypeMetadata(State<Int>.self).storedFields ?? []
        #expect(fields.map(\.member.isStoredAsSuch) == [false, false, false, false, true, true])
        #expect(fields.allSatisfy { $0.member.type != nil })
    }
}
