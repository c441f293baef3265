import RewindCapture
import RewindFormat
import RewindRedaction
import RewindValue
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeptStateTests {
    static let form = RecordedForm(rules: RedactionRules(keys: [], shapes: []))

    /// Keeps a state as a recorder does.
    static func kept<T: Encodable>(_ value: T, _ form: RecordedForm = form) -> KeptState<T> {
        ValueBits(of: T.self).learn(from: value) ? KeptState(value) : KeptState(freezing: value, form: form)
    }

    private static func patch<T>(from old: KeptState<T>, to new: KeptState<T>) throws -> JSONPatch {
        try old.changes(to: new, in: form, StateBytes(form)).0
    }

    @Test func whatChangesInPlaceBehindAReferenceIsInThePatch() throws {
        var random = SeededGenerator(seed: 1)
        let session = Session(random: &random)
        session.user.name = "Ada"
        let before = Self.kept(session)
        session.user.name = "Eve"
        session.former[1].visits = 7
        let after = Self.kept(session)
        #expect(
            try Self.patch(from: before, to: after).json.jsonText
                == #"[{"op":"replace","path":"/user/name","value":"Eve"},{"op":"replace","path":"/former/1/visits","value":7}]"#)
        #expect(try changes(from: session, to: session).isEmpty, "two looks at one instance see the same")
    }

    @Test func aKeptStateShowsTheMomentItWasKept() throws {
        for seed in 0..<500 {
            var random = SeededGenerator(seed: UInt64(seed))
            var session = Session(random: &random)
            let text = try JSONValue(encoding: session).jsonText
            let kept = Self.kept(session)
            for _ in 0..<3 { session.change(&random) }
            #expect(try kept.value(in: Self.form).0.jsonText == text)
        }
    }

    @Test func patchesFollowAStateThatChangesInPlaceFromStepToStep() throws {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            var session = Session(random: &random)
            var kept = Self.kept(session)
            var replayed = try kept.value(in: Self.form).0
            for _ in 0..<8 {
                session.change(&random)
                let next = Self.kept(session)
                try Self.patch(from: kept, to: next).apply(to: &replayed)
                #expect(try replayed == JSONValue(encoding: session), "seed \(seed)")
                kept = next
            }
        }
    }

    @Test func onlyWhatHoldsReferencesIsEncodedToKeepAState() throws {
        typealias Leaf = ChangesCostTests.Leaf
        final class Instance: Encodable { let leaf = Leaf(number: 1) }
        struct State: Encodable {
            var leaves = (0..<1_000).map { Leaf(number: $0) }
            var byName = ["a": Leaf(number: 0)]
            var instance = Instance()  // its leaf is a value, so it waits
            var instances = [Instance(), Instance()]
        }
        let meter = ChangesCostTests.Meter()
        try ChangesCostTests.Meter.$current.withValue(meter) { () throws in
            let before = Self.kept(State())
            #expect(meter.count == 2)
            _ = Self.kept(Array(repeating: Leaf(number: 1), count: 1_000))
            #expect(meter.count == 2, "a value without references costs nothing")
            #expect(try Self.patch(from: before, to: before).isEmpty)
            #expect(meter.count == 2, "what was encoded once is compared as it is")
        }
    }

    @Test func aStateThatEncodesNothingIsKeptAsUnencodable() {
        final class Silent: Encodable { func encode(to encoder: any Encoder) {} }
        #expect {
            try Self.kept(Silent()).value(in: Self.form)
        } throws: { "\($0)".contains("Silent encoded nothing; its encode(to:) must write a value.") }
    }

    @Test func referencesInAStateAreFoundByTheirTypesWithTheWayToEach() {
        struct State {
            enum Screen {
                case home
                case details(Session.User, index: Int)
            }
            var count: Int
            var screens: [Screen]
            var byName: [String: any Codable]
            var run: (() -> Void)?
            var session: Session
            var fine: Ark.Type
        }
        let places = StateReference.all(in: State.self).map { place in
            "\(place.path) \(place.type.replacing("RewindCaptureTests.", with: ""))"
        }
        #expect(
            places == [
                "screens[].details.0 Session.User", "byName[] Swift.Decodable & Swift.Encodable",
            ])
        #expect(StateReference.all(in: Session.self).map(\.path) == ["user"])
        #expect(StateReference.all(in: Todo.self).isEmpty)
        #expect(StateReference.all(in: Session.User.self).map(\.description) == ["RewindCaptureTests.Session.User"])
    }

    @Test("What is kept of a state with references does not keep alive the instances behind them")
    func aKeptStateDoesNotKeepReferencesAlive() throws {
        final class Instance: Encodable, @unchecked Sendable {
            var number = 1
        }
        struct State: Encodable, @unchecked Sendable {
            var instance: Instance?
            weak var weak: Instance?
            var rows = [1, 2, 3]
        }
        var instance: Instance? = Instance()
        weak let watched = instance
        let kept = Self.kept(State(instance: instance, weak: instance))
        instance = nil
        #expect(watched == nil)
        #expect(try kept.value(in: Self.form).0.jsonText == #"{"instance":{"number":1},"weak":{"number":1},"rows":[1,2,3]}"#)
    }

    @Test func whatIsKeptOfAStateWithReferencesIsMaskedAsAnyOther() throws {
        final class Instance: Encodable, @unchecked Sendable {
            var text = "one"
        }
        struct State: Encodable, @unchecked Sendable {
            @Recordable var title = "Settings"
            var instance = Instance()
            var numbers = [40, 50], byName = ["Ada": 1_234_567]
        }
        let form = RecordedForm(level: .masked)
        let state = State()
        let old = Self.kept(state, form)
        var masked = try old.value(in: form).0
        #expect(try masked == form.value(of: state).value)
        #expect(masked["title"] == "Settings")
        state.instance.text = "two"
        let new = Self.kept(state, form)
        try old.changes(to: new, in: form, StateBytes(form)).0.apply(to: &masked)
        #expect(try masked == new.value(in: form).0)
    }

    @Test func whatIsWeakOrUnownedIsInThePatchAndNotReadAsIfItWereStrong() throws {
        final class Instance: Encodable, @unchecked Sendable { var number = 1 }
        struct State: Encodable, @unchecked Sendable {
            weak var weak: Instance?
            unowned var unowned: Instance
            unowned(unsafe) var unsafe: Instance
        }
        let instance = Instance()
        let state = State(weak: instance, unowned: instance, unsafe: instance)
        let before = Self.kept(state)  // AddressSanitizer stops who takes the runtime's table for the instance
        instance.number = 2
        #expect(
            try Self.patch(from: before, to: Self.kept(state)).operations.compactMap(\.value) == [2, 2, 2])
    }
}
