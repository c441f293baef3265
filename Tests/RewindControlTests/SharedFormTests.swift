import Foundation
import RewindCapture
import RewindControl
import RewindFormat
import RewindValue
import TestSupport
import Testing

/// Sets, dictionaries whose keys are no texts, and ranges in the form in which they are shared.
@Suite("The shared form of a state", .timeLimit(.minutes(5)))
struct SharedFormTests {
    private enum Suit: Codable, CaseIterable { case clubs, hearts, spades }
    private enum Color: String, Codable, CodingKeyRepresentable { case red, blue }

    private struct Member: Codable, Hashable {
        var name: String
        var tags: Set<String> = []
        var rank: [String: Int] = [:]
    }

    private struct Squad: Codable, Equatable {
        var members: Set<Member> = []
        var note = ""
    }

    private enum Phase: Codable, Equatable {
        case open
        case all(names: Set<String>, in: Range<Int>)
        case one(Set<Int>)
    }

    private struct Team: Codable, Equatable {
        var tags: Set<String> = []
        var groups: Set<Set<Int>> = []
        var scores: [UUID: Int] = [:]
        var squads: [UUID: Squad] = [:]
        var cards: [Suit: Set<Int>] = [:]
        var rooms: [Int: Set<String>] = [:]
        var colors: [Color: Set<String>] = [:]
        var waiting: Set<String>?
        var list: [Squad] = []
        var phase = Phase.open
        var hours: Range<Int>?
        var levels: ClosedRange<Double> = 0...1
        var from: PartialRangeFrom<String> = "a"...

        static func == (left: Team, right: Team) -> Bool {
            left.tags == right.tags && left.groups == right.groups && left.scores == right.scores && left.squads == right.squads
                && left.cards == right.cards && left.rooms == right.rooms && left.colors == right.colors && left.waiting == right.waiting
                && left.list == right.list && left.phase == right.phase && left.hours == right.hours && left.levels == right.levels
                && left.from.lowerBound == right.from.lowerBound
        }
    }

    private static let ids = (0..<6).map { UUID(uuid: (0xA, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8($0))) }

    private static func form<State>(_ type: State.Type, except own: [PointerPattern] = []) -> SharedForm {
        let shapes = JSONObject(TypeShape.shapes(of: [type]).map { ($0.name, $0.shape.json) })
        return SharedForm(ofType: TypeShape.name(of: type), CollectionPlaces(shapes: shapes), except: own, levelsPlaceholders: true)
    }

    private func json(_ value: some Encodable) throws -> JSONValue { try JSONValue(parsing: Array(JSONEncoder().encode(value))) }

    private func applied(_ patch: JSONPatch, to value: JSONValue) throws -> JSONValue {
        var value = value
        try patch.apply(to: &value)
        return value
    }

    private var full: Team {
        Team(
            tags: ["b", "a/b", "\"", ""], groups: [[1, 2], [3], []], scores: [Self.ids[0]: 1, Self.ids[1]: 2],
            squads: [Self.ids[2]: Squad(members: [Member(name: "ada", tags: ["x", "y"], rank: ["p": 1, "q": 2]), Member(name: "bob")])],
            cards: [.clubs: [3, 1], .hearts: []], rooms: [7: ["x"], 8: []], colors: [.red: ["warm"]], waiting: [],
            list: [Squad(members: [Member(name: "cyd")]), Squad()], phase: .all(names: ["n", "m"], in: 1..<4), hours: 9..<17)
    }

    @Test func hasEntriesByWhatTheyAreKnownBy() throws {
        let shared = Self.form(Team.self).of(try json(full))
        #expect(shared["tags"] == [#""b""#: true, #""a/b""#: true, #""\"""#: true, #""""#: true])
        #expect(shared["groups"] == ["[1,2]": true, "[3]": true, "[]": true])
        #expect(shared["scores"] == ["": [], "\"\(Self.ids[0])\"": 1, "\"\(Self.ids[1])\"": 2])
        let ada = #"{"name":"ada","rank":{"p":1,"q":2},"tags":["x","y"]}"#
        let squad = shared["squads"]?["\"\(Self.ids[2])\""]
        #expect(squad == ["members": [ada: true, #"{"name":"bob","rank":{},"tags":[]}"#: true], "note": ""])
        #expect(shared["cards"] == ["": [], #"{"clubs":{}}"#: ["1": true, "3": true], #"{"hearts":{}}"#: [:]])
        #expect(shared["rooms"] == ["7": [#""x""#: true], "8": [:]])
        #expect(shared["colors"] == ["red": [#""warm""#: true]])
        #expect(shared["waiting"] == [:])
        #expect(shared["list"]?[JSONPointer(tokens: ["0", "members"])]?.object?.count == 1)
        #expect(shared["phase"] == ["all": ["names": [#""m""#: true, #""n""#: true], "in": "[1,4]"]])
        #expect(shared["hours"] == "[9,17]" && shared["from"] == #"["a"]"#)
    }

    @Test func comesBackAsItWas() throws {
        let form = Self.form(Team.self)
        for team in [full, Team(), Team(waiting: ["x"], phase: .one([2, 1]))] {
            let shared = form.of(try json(team))
            // In a file, and out of it.
            let read = try JSONValue(parsing: Array(shared.jsonText.utf8))
            let patch = try form.recorded(JSONPatch([.replace(.root, read)]), in: .null)
            let recorded = try applied(patch, to: .null)
            #expect(try recorded.decode(Team.self) == team)
            #expect(form.of(recorded) == shared)
        }
    }

    @Test func whatIsHiddenInACollectionStaysEachReplicasOwn() throws {
        let form = Self.form(Team.self)
        let hidden: JSONValue = "[REDACTED 12345678]"
        var state: JSONValue = ["tags": [hidden, "a", "c"], "scores": [hidden, 1, "k", 2]]
        #expect(form.of(state) == ["tags": [#""a""#: true, #""c""#: true], "scores": ["": [], #""k""#: 2]])
        let change = JSONPatch([
            .add(JSONPointer(tokens: ["tags", #""b""#]), true), .remove(JSONPointer(tokens: ["tags", #""a""#])),
            .replace(JSONPointer(tokens: ["scores", #""k""#]), 3),
        ])
        let after = try applied(form.recorded(change, in: state), to: state)
        #expect(after == ["tags": [hidden, "c", "b"], "scores": [hidden, 1, "k", 3]])
        // And where it comes from: nothing of it is told, nor of the order that it stands in.
        let added = JSONPatch([
            .add(JSONPointer(tokens: ["tags", "1"]), "[REDACTED 87654321]"), .remove(JSONPointer(tokens: ["tags", "0"])),
        ])
        #expect(try form.apply(added, to: &state) == JSONPatch())
        #expect(state["tags"] == ["[REDACTED 87654321]", "a", "c"])
    }

    @Test func staysAnArrayWhereEntriesCanNotBeTold() throws {
        let form = Self.form(Team.self)
        func shared(_ key: String, _ value: JSONValue) -> JSONValue? { form.of([key: value])[key] }
        #expect(shared("tags", ["a", "a"]) == ["a", "a"])
        #expect(shared("scores", ["k", 1, "l"]) == ["k", 1, "l"])
        #expect(shared("scores", ["k", "[REDACTED 12345678]"]) == ["": [], #""k""#: "[REDACTED 00000000]"])
        #expect(shared("tags", "[REDACTED 12345678]") == "[REDACTED 00000000]")
        #expect(shared("tags", .null) == .null)
        #expect(shared("other", ["b", "a"]) == ["b", "a"])
        // And where the types tell of none, nothing becomes of anything.
        let plain = Self.form([String: Int].self)
        #expect(plain.of(["tags": ["b", "a"]]) == ["tags": ["b", "a"]] && !plain.concerns(JSONPatch([.replace(.root, [])])))
    }

    @Test func leavesOutWhatIsEachReplicasOwnWhereverThatStands() throws {
        let form = Self.form(Team.self, except: ["/list/*/note", "/squads/*/note", "/squads/*/members/*/tags", "/hours"])
        var state = try json(full)
        let shared = form.of(state)
        #expect(shared["hours"] == nil && shared["list"]?.array?.first?["note"] == nil)
        let squad = shared["squads"]?["\"\(Self.ids[2])\""]
        #expect(squad?["note"] == nil && squad?["members"]?.object?.keys.contains(#"{"name":"bob","rank":{}}"#) == true)
        var team = full
        team.hours = 1..<2
        team.squads[Self.ids[2]]?.note = "mine"
        team.list[1].note = "mine"
        let patch = TreeDiff(from: state, to: try json(team)).patch
        #expect(try form.apply(patch, to: &state).isEmpty)
        #expect(try state.decode(Team.self) == team)
    }

    @Test func whatIsReplacedAsAWholeIsToldByItsEntries() throws {
        let form = Self.form(Team.self)
        var state: JSONValue = ["tags": ["a", "b"], "scores": ["k", 1, "l", 2], "hours": [1, 4]]
        let patch = JSONPatch([
            .replace(JSONPointer(tokens: ["tags"]), ["c", "b"]), .replace(JSONPointer(tokens: ["scores"]), ["l", 3, "k", 1]),
            .replace(JSONPointer(tokens: ["hours", "1"]), 5), .replace(JSONPointer(tokens: ["hours", "0"]), 2),
        ])
        let shared = try form.apply(patch, to: &state)
        #expect(
            shared
                == JSONPatch([
                    .remove(JSONPointer(tokens: ["tags", #""a""#])), .add(JSONPointer(tokens: ["tags", #""c""#]), true),
                    .replace(JSONPointer(tokens: ["scores", #""l""#]), 3), .replace(JSONPointer(tokens: ["hours"]), "[2,5]"),
                ]))
        // An equal set in another order, as another process has it, is no change.
        #expect(try form.apply(JSONPatch([.replace(JSONPointer(tokens: ["tags"]), ["b", "c"])]), to: &state).isEmpty)
        // In a state that has its entries in another order, they stay where they are.
        let other: JSONValue = ["tags": ["z", "a", "b"], "scores": ["m", 9, "l", 2], "hours": [7, 8]]
        let recorded = try form.recorded(shared, in: other)
        #expect(try applied(recorded, to: other) == ["tags": ["z", "b", "c"], "scores": ["m", 9, "l", 3], "hours": [2, 5]])
        #expect(recorded.operations.map(\.pointer.description) == ["/tags/1", "/tags/2", "/scores/3", "/hours"])
    }

    @Test func aPatchThatDoesNotFitIsRefused() throws {
        let form = Self.form(Team.self)
        for path in ["/tags/\"x\"", "/scores/\"k\"/0"] {
            let patch = JSONPatch([.remove(try JSONPointer(parsing: path))])
            #expect(throws: JSONPatchError.self) { try form.recorded(patch, in: ["tags": ["a"], "scores": []]) }
        }
    }

    // MARK: Random changes

    /// Changes something, mostly a little; with sets of many capacities, so that equal ones stand in many orders.
    private static func change(_ team: inout Team, _ random: inout SeededGenerator) {
        let (name, id) = ("n\(random.below(12))", ids[random.below(ids.count)])
        func set() -> Set<String> { Set((0..<random.below(4)).map { _ in "n\(random.below(12))" }) }
        switch random.below(14) {
        case 0: team.tags.formSymmetricDifference([name])
        case 1:
            var tags = Set<String>(minimumCapacity: 1 << random.below(8))
            tags.formUnion(team.tags)
            team.tags = tags
        case 2: team.groups.formSymmetricDifference([[random.below(3), random.below(3)]])
        case 3: team.scores[id] = random.below(3) == 0 ? nil : random.below(100)
        case 4: team.squads[id] = random.below(4) == 0 ? nil : Squad(members: [Member(name: name, tags: set())])
        case 5: team.squads[id]?.members.formSymmetricDifference([Member(name: name)])
        case 6: team.squads[id]?.note = name
        case 7: team.cards[Suit.allCases[random.below(3)], default: []].formSymmetricDifference([random.below(9)])
        case 8: team.rooms[random.below(3), default: []].formSymmetricDifference([name])
        case 9: team.colors[random.below(2) == 0 ? .red : .blue] = random.below(3) == 0 ? nil : set()
        case 10: team.waiting = random.below(2) == 0 ? nil : set()
        case 11:
            if random.below(3) == 0, !team.list.isEmpty { team.list.remove(at: random.below(team.list.count)) }
            team.list.insert(Squad(members: [Member(name: name)], note: name), at: random.below(team.list.count + 1))
            team.list[random.below(team.list.count)].members.insert(Member(name: "n0", tags: set()))
        case 12: team.phase = [.open, .all(names: set(), in: 0..<random.below(9)), .one([random.below(9)])][random.below(3)]
        default: (team.hours, team.levels) = (random.below(3) == 0 ? nil : 0..<random.below(9), 0...Double(random.below(5)))
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func patchesOfBothFormsSayTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let form = Self.form(Team.self)
        var team = full
        var recorded = try json(team)
        // What another process has, in the order in which things came there.
        var other = recorded
        for _ in 0..<25 {
            let before = form.of(recorded)
            for _ in 0...random.below(3) { Self.change(&team, &random) }
            let next = try json(team)
            let diff = TreeDiff(from: recorded, to: next)
            let patch = try form.apply(random.below(2) == 0 ? diff.patch : diff.exactPatch, to: &recorded)
            #expect(recorded == next)
            #expect(try applied(patch, to: before) == form.of(next))
            other = try applied(try form.recorded(patch, in: other), to: other)
            #expect(form.of(other) == form.of(next))
            #expect(try other.decode(Team.self) == team)
        }
    }

    private struct Board: Codable, Equatable {
        var tags: Set<String> = []
        var scores: [UUID: Int] = [:]
    }

    /// A replica with a store, which has things in an order of its own.
    private struct Device {
        var replica: ReplicaState
        var board: Board
        var recorded: JSONValue

        mutating func take(_ change: ReplicaChange, _ form: SharedForm) throws {
            _ = replica.apply(change)
            let patch = try form.recorded(TreeDiff(from: form.of(recorded), to: replica.state).exactPatch, in: recorded)
            try patch.apply(to: &recorded)
            board = try recorded.decode(Board.self)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func replicasConvergeAndWhatOnlyOneTouchedIsAsThatOneLeftIt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let form = Self.form(Board.self)
        let names = ["ada", "bob", "cyd"]
        let start = Board(tags: Set((0..<8).map { "t\($0)" }), scores: Dictionary(uniqueKeysWithValues: Self.ids.prefix(4).map { ($0, 0) }))
        var devices: [Device] = []
        for name in names {
            let recorded = try json(start)
            devices.append(
                Device(replica: ReplicaState(name: name, state: form.of(recorded), founded: 1), board: start, recorded: recorded))
        }
        for _ in 0..<6 {
            // Apart: each changes what it likes, and nobody hears of it.
            let before = devices[0].board
            var touched: [String: Set<Int>] = [:]
            var changes: [[ReplicaChange]] = [[], [], []]
            for index in devices.indices {
                for _ in 0..<random.below(6) {
                    var board = devices[index].board
                    if random.below(2) == 0 {
                        let tag = "t\(random.below(14))"
                        board.tags.formSymmetricDifference([tag])
                        touched[tag, default: []].insert(index)
                    } else {
                        let id = Self.ids[random.below(Self.ids.count)]
                        board.scores[id] = random.below(3) == 0 ? nil : random.below(1_000)
                        touched["\(id)", default: []].insert(index)
                    }
                    let diff = TreeDiff(from: devices[index].recorded, to: try json(board))
                    let patch = try form.apply(diff.patch, to: &devices[index].recorded)
                    devices[index].board = board
                    if !patch.isEmpty { changes[index].append(devices[index].replica.change(patch)) }
                }
            }
            let left = devices.map(\.board)
            // They meet, in any order.
            for index in devices.indices {
                for other in devices.indices.filter({ $0 != index }).shuffled(using: &random) {
                    for change in changes[other] { try devices[index].take(change, form) }
                }
            }
            let met = devices[0].board
            #expect(devices.allSatisfy { $0.board == met && $0.replica.state == devices[0].replica.state })
            for tag in (0..<14).map({ "t\($0)" }) where touched[tag, default: []].count < 2 {
                let source = touched[tag]?.first.map { left[$0] } ?? before
                #expect(met.tags.contains(tag) == source.tags.contains(tag), "\(tag)")
            }
            for id in Self.ids where touched["\(id)", default: []].count < 2 {
                let source = touched["\(id)"]?.first.map { left[$0] } ?? before
                #expect(met.scores[id] == source.scores[id], "\(id)")
            }
        }
    }
}
