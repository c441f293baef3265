import Foundation
import OrderedCollections
import Testing

@testable import RewindCapture
@testable import RewindValue

/// What of a reference reaches the encoding is found out from values, and only that is encoded at once.
@Suite(.timeLimit(.minutes(5))) struct ReachTests {
    typealias Leaf = ChangesCostTests.Leaf
    typealias Meter = ChangesCostTests.Meter

    /// Whether values of the type may be kept as they are, after a look at one.
    private func mayWait<T: Encodable>(_ value: T) throws -> Bool {
        _ = try EncodedPart.snapshot(of: value, at: CodingPath())
        return TypePlan.of(T.self).learn(from: value)
    }

    final class Cache: Sendable {
        let hits: Int
        init(hits: Int = 0) { self.hits = hits }
    }

    final class User: Codable {
        var name = "Ada"
    }

    @Test func functionsKeyPathsAndMetatypesAreConstants() {
        struct Constants {
            var run: () -> Void
            var path: KeyPath<Todo, Int>
            var erased: AnyKeyPath
            var writable: WritableKeyPath<Todo, Bool>
            var type: any Any.Type
            var codable: any Codable.Type
            var c: @convention(c) (Int) -> Int
        }
        #expect(TypePlan.of(Constants.self).isValue)
        #expect(StateReference.all(in: Constants.self).isEmpty)
    }

    @Test func ofFoundationsTypesTheAppsOwnPropertyIsNamed() {
        struct State: Encodable {
            var chosen = IndexSet([1, 5])
            var way = Measurement(value: 1, unit: UnitLength.meters)
            var due = DateComponents(year: 2020)
        }
        let places = StateReference.all(in: State())
        #expect(places.map(\.path) == ["chosen", "way", "due"])
        #expect(places.allSatisfy { $0.reason == .ofFoundation })
    }

    @Test func aRegistrarThatEncodesNothingDoesNotMakeItsElementsDear() throws {
        struct State: Encodable {
            var items = Identified((0..<20).map { Observed($0) })
            var registrar = ZooRegistrar()
        }
        #expect(!TypePlan.of(State.self).hasValueSemantics)
        #expect(try mayWait(State()))
        #expect(StateReference.all(in: State()).isEmpty)
        #expect(StateReference.all(in: State.self).isEmpty)
    }

    @Test func aCacheBesideWhatIsEncodedIsNoReasonToEncode() throws {
        struct State: Encodable {
            var name = "a"
            var cache = Cache()
            enum CodingKeys: String, CodingKey { case name = "called" }
        }
        #expect(try mayWait(State()))
    }

    @Test func aCacheThatIsEncodedIsEncodedAtOnce() throws {
        struct ByKey: Encodable {
            var name = "a"
            var cache = Cache()
            enum CodingKeys: CodingKey { case name, hits }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                if cache.hits > 0 { try container.encode(cache.hits, forKey: .hits) }  // not yet
            }
        }
        struct Single: Encodable {
            var cache = Cache(hits: 7)
            func encode(to encoder: any Encoder) throws { try cache.hits.encode(to: encoder) }
        }
        struct UnderAnotherName: Encodable {
            var count = 0
            var cache = Cache()
            enum CodingKeys: CodingKey { case count, cache }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(count, forKey: .count)
                try container.encode(cache.hits, forKey: .cache)
            }
        }
        struct Nested: Encodable {
            var cache = Cache()
            enum CodingKeys: CodingKey { case cache }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var nested = container.nestedUnkeyedContainer(forKey: .cache)
                try nested.encode(cache.hits)
            }
        }
        struct Boxed: Encodable {
            final class Storage { let values = [1, 2, 3] }
            var storage = Storage()
            func encode(to encoder: any Encoder) throws { try ContiguousArray(storage.values).encode(to: encoder) }
        }
        #expect(try !mayWait(ByKey()))
        #expect(try !mayWait(Single()))
        #expect(try !mayWait(UnderAnotherName()))
        #expect(try !mayWait(Nested()))
        #expect(try !mayWait(Boxed()))
        #expect(StateReference.all(in: Boxed()).map(\.reason) == [.instance])
    }

    @Test func anOptionalThatIsNilCountsWithWhatItMayHold() throws {
        struct State: Encodable {
            var name = "a"
            var user: User?
            var cache = Cache()
            enum CodingKeys: CodingKey { case name, user }
        }
        #expect(try !mayWait(State()))
        #expect(StateReference.all(in: State()).map(\.path) == ["user"])
    }

    @Test func anArrayWithoutElementsShowsNothingAndItsFirstElementDoes() throws {
        // What is known of a type is known to the whole process, so this one is met nowhere else.
        struct Row: Encodable {
            var number: Int
            var cache = Cache()
            enum CodingKeys: CodingKey { case number }
        }
        struct State: Encodable {
            var rows: [Row] = []
            var name = ""
        }
        #expect(try !mayWait(State()))
        #expect(try mayWait(State(rows: [Row(number: 1)])))
        #expect(try mayWait(State()))
    }

    @Test func anEnumThatTheCompilerEncodesCountsWithAllItsPayloads() throws {
        enum Screen: Encodable {
            case home
            case details(Observed, index: Int)
            case list([Observed])
        }
        enum Door: Encodable {
            case open
            case closed(User)
        }
        #expect(try mayWait([Screen.details(Observed(1), index: 2), .list([Observed(2)])]))
        #expect(try !mayWait(Door.open))
        #expect(try !mayWait(Door.closed(User())))
    }

    @Test func whatIsNotToldByASampleIsGivenUpWhenItTurnsOutWrong() throws {
        // Its first value looks as if it wrote what it stores.
        struct Liar: Encodable {
            var count = 0
            var cache = User()
            enum CodingKeys: CodingKey { case count }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(cache.name == "Ada" ? 0 : 1, forKey: .count)
            }
        }
        #expect(try mayWait([Liar()]))
        #expect(!TypePlan.distrust([Liar].self).isEmpty)
        #expect(try !mayWait([Liar()]))
        #expect(try !mayWait(Liar()))
    }

    @Test func onlyWhatReachesTheEncodingIsEncodedAtOnce() throws {
        final class Instance: Encodable { let leaf = Leaf(number: 1) }
        struct Row: Encodable {
            var leaf: Leaf
            var cache = Cache()
            enum CodingKeys: CodingKey { case leaf }
        }
        struct State: Encodable {
            var rows = (0..<1_000).map { Row(leaf: Leaf(number: $0)) }
            var instances = [Instance(), Instance()]
        }
        let meter = Meter()
        Meter.$current.withValue(meter) {
            for _ in 0..<3 { _ = KeptStateTests.kept(State()) }
        }
        // The two instances each time, and the samples among them.
        #expect(meter.count <= 30)
    }

    @Test func memoryBehindAPointerAndWhatFollowsTheSystemAreReferences() {
        struct Pointers {
            var bytes: UnsafePointer<CChar>
            var group: group
            var buffer: UnsafeRawBufferPointer
            var opaque: OpaquePointer?
        }
        struct Places {
            var zone = TimeZone.current
            var calendars: [Calendar] = []
            var locale: Locale?
        }
        #expect(StateReference.all(in: Pointers.self).allSatisfy { $0.reason == .pointer })
        #expect(
            StateReference.all(in: Pointers.self).map { $0.path.prefix { $0 != "." } } == ["bytes", "group", "group", "buffer", "opaque"])
        #expect(StateReference.all(in: Places.self).map(\.reason) == [.followsSystem, .followsSystem, .followsSystem])
        #expect(TypePlan.of(timespec.self).isValue)
        #expect(StateReference.all(in: Places.self)[0].advice.contains("keep its identifier"))
    }

    @Test func adviceHasNoAddresses() {
        struct Local {
            final class Instance {}
            var instance = Instance()
        }
        let place = StateReference.all(in: Local.self)[0]
        #expect(place.path == "instance")
        #expect(!place.description.contains("$") && !place.description.contains("0x"))
        let reasons = StateReference.Reason.allCases
        #expect(Set(reasons.map { StateReference(path: "", type: "", reason: $0).advice }).count == reasons.count)
    }
}
