import Foundation
import RewindArchive
import RewindCapture
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport
import Testing

/// Masked afterwards, a set and a dictionary whose keys are no texts stand in the order of what is written, not in that of what is hidden.
@Suite struct HiddenSetTests {
    private struct Member: Codable, Hashable, Sendable {
        var name: String
        var tags: Set<String> = []
        var isIn = false
    }

    private struct Squad: Codable, Equatable, Sendable {
        var members: Set<Member> = []
    }

    private struct Team: Codable, Equatable, Sendable {
        var blocked: Set<String> = []
        var phones: Set<Int> = []
        var rooms: [String: Set<String>] = [:]
        var squads: [Squad] = []
        var scores: [Double: String] = [:]
        var waiting: Set<String>?
        var order: [String] = []
    }

    private enum Action: Codable, Sendable {
        case joined(String)
        case all(names: Set<String>, in: Int)
        case left(String?)
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let names = (0..<60).map { number in
        String("abcdefghij".dropFirst(number % 10).prefix(1)) + "name\(number * 7919 % 1_000)x"
    }

    /// Changes something, mostly a little.
    private static func change(_ team: inout Team, _ name: String, _ random: inout SeededGenerator) {
        let other = names.randomElement(using: &random) ?? name
        switch Int.random(in: 0..<9, using: &random) {
        case 0, 1: team.blocked.formSymmetricDifference([name, other])
        case 2: team.phones.insert(Int.random(in: 10_000_000...99_999_999, using: &random))
        case 3: team.rooms[name, default: []].formSymmetricDifference([other])
        case 4: team.squads.insert(Squad(members: [Member(name: name, tags: [other, name])]), at: 0)
        case 5:
            guard let place = team.squads.indices.randomElement(using: &random), let one = team.squads[place].members.first else { break }
            team.squads[place].members.remove(one)
            team.squads[place].members.insert(Member(name: one.name, tags: one.tags.union([other]), isIn: !one.isIn))
            team.squads[place].members.insert(Member(name: name))
        case 6: team.scores[Double.random(in: 0...9, using: &random)] = name
        case 7: team.waiting = team.waiting == nil ? [name, other] : nil
        default:
            if team.squads.count > 2 { team.squads.removeFirst() }
            team.waiting?.insert(name)
            team.blocked.insert(name)
        }
        team.order.append(name)
    }

    /// Records a team from a seed; returns the recording, masked afterwards, and the state after each step.
    private func recorded(seed: UInt64) throws -> (Recording, [Team]) {
        var random = SeededGenerator(seed: seed)
        let recorder = Recorder(.init(app: "Test", directory: folder.path, level: .everything))
        var team = Team(blocked: Set(Self.names.prefix(30)))
        var teams = [team]
        let store = recorder.store(initialState: team)
        for step in 0..<120 {
            let (old, name) = (team, Self.names[step % Self.names.count])
            Self.change(&team, name, &random)
            let new = team
            let action: Action = step % 40 == 39 ? .all(names: Set(Self.names), in: step) : .joined(name)
            _ = store.reduce(action, from: old) { _, _ in new }
            teams.append(team)
        }
        recorder.finish()
        return (try Sealing().redact(try #require(recorder.directory), to: folder.path("\(seed).rewind"), level: .masked).0, teams)
    }

    /// The states of a recording by their steps, as its lines have them.
    private func states(_ recording: Recording) throws -> [Int: JSONValue] {
        var states: [Int: JSONValue] = [:]
        var state = JSONValue.null
        for segment in recording.segments {
            for line in try recording.segment(segment.index).states {
                switch line.change {
                case .keyframe(let value): state = value
                case .patch(let patch): try patch.apply(to: &state)
                case .failed, .unencodable, .action: continue
                }
                states[line.step] = state
            }
        }
        return states
    }

    private func isSorted(_ array: JSONValue?, by count: Int = 1) -> Bool {
        let elements = array?.array ?? []
        let texts = stride(from: 0, to: elements.count, by: count).map { JSONValue.array(Array(elements[$0..<($0 + count)])).jsonText }
        return zip(texts, texts.dropFirst()).allSatisfy { !$1.utf8.lexicographicallyPrecedes($0.utf8) }
    }

    @Test(arguments: [1, 2, 3]) func setsAndTheirPatchesSayNothingOfWhatTheyHide(seed: UInt64) throws {
        let (recording, teams) = try recorded(seed: seed)
        let states = try states(recording)
        #expect(states.count > 100)
        let last = try #require(states[120]).decode(Team.self)
        #expect(last.order.count == 120)
        let written = Dictionary(zip(teams[120].order, last.order)) { $1 }
        #expect(written.count == 60 && written.allSatisfy { $0 != $1 })
        for (step, state) in states {
            let (masked, open) = (try state.decode(Team.self), teams[step])
            #expect(masked.blocked == Set(open.blocked.compactMap { written[$0] }) && masked.phones.count == open.phones.count)
            #expect(masked.waiting == open.waiting.map { Set($0.compactMap { written[$0] }) })
            #expect(Set(masked.rooms.values) == Set(open.rooms.values.map { Set($0.compactMap { written[$0] }) }))
            #expect(Set(masked.scores.values) == Set(open.scores.values.compactMap { written[$0] }))
            for (masked, open) in zip(masked.squads, open.squads) {
                let wanted = open.members.map { member in
                    Member(name: written[member.name] ?? "", tags: Set(member.tags.compactMap { written[$0] }), isIn: member.isIn)
                }
                #expect(masked.members == Set(wanted))
            }
            #expect(isSorted(state["blocked"]) && isSorted(state["phones"]) && isSorted(state["waiting"]))
            #expect(isSorted(state["scores"], by: 2))
            for (_, room) in state["rooms"]?.object ?? [:] { #expect(isSorted(room)) }
            for squad in state["squads"]?.array ?? [] {
                #expect(isSorted(squad["members"]))
                for member in squad["members"]?.array ?? [] { #expect(isSorted(member["tags"])) }
            }
            // An array keeps its order.
            #expect(masked.order == open.order.compactMap { written[$0] })
        }
        let all = try recording.segments.flatMap { try recording.segment($0.index).actions }.compactMap { $0.action?["all"]?["names"] }
        #expect(all.count == 3 && all.allSatisfy { isSorted($0) && $0.array?.count == 60 })
    }

    @Test func ofWhatTheManifestDoesNotTellSetsKeepTheirOrderAndTheirPatchesFit() throws {
        let members: [TypeShape.Member] = [
            .init("blocked", "Swift.Set<Swift.String>"), .init("n", "Swift.Int"), .init("x", "Swift.Array<Swift.String>"),
        ]
        let shapes: JSONObject = ["A.Team": TypeShape(.struct, members).json]
        let places = CollectionPlaces(shapes: shapes)
        #expect(places.kind(ofType: "A.Other") == nil && CollectionPlaces().kind(ofType: "A.Team") == nil)
        let sets = TypedPlaces(places, try #require(places.kind(ofType: "Swift.Optional<A.Team>")))
        #expect(
            sets.sorted(["blocked": ["b", "a"], "n": ["b", "a"], "x": ["b", "a"]]) == [
                "blocked": ["a", "b"], "n": ["b", "a"], "x": ["b", "a"],
            ])
        #expect(sets.sorted(["blocked": 3]) == ["blocked": 3])
        // A patch that takes something out of a set, as none of the recorder's does.
        let patch = JSONPatch([
            .move(from: JSONPointer(tokens: ["blocked", "1"]), to: JSONPointer(tokens: ["x", "0"])),
            .add(JSONPointer(tokens: ["blocked", "-"]), "later"), .remove(JSONPointer(tokens: ["blocked", "0"])),
        ])
        let start: JSONValue = ["blocked": ["anna", "bert", "cora"], "x": ["dora"]]
        for _ in 0..<20 {
            let redactor = Redactor(level: .masked, names: SourceNames(shapes: shapes), listsFindings: true)
            var state: JSONValue? = start
            var masked = sets.sorted(redactor.redact(start).value)
            try redactor.redact(patch, of: &state, sets: sets).0.apply(to: &masked)
            #expect(state == ["blocked": ["cora", "later"], "x": ["bert", "dora"]])
            #expect(masked == sets.sorted(redactor.redact(try #require(state)).value))
        }
    }

    @Test(arguments: [
        ("Swift.Set<Swift.String>", true), ("Swift.Array<Swift.Dictionary<Swift.Double, Swift.Int>>", true), ("Swift.String", false),
        ("Swift.Array<(A in _3F).Team>", false), ("Swift.Set<", true), ("Swift.Set<Swift.Str…", true), ("", false), ("(", false),
        (">", false),
    ])
    func aTypesNameThatIsCutTellsNothing(name: String, isOne: Bool) {
        let places = CollectionPlaces(shapes: [:])
        let kind = places.kind(ofType: name)
        #expect((kind != nil) == isOne)
        if let kind { #expect(places.sorted([["b", "a"], "c"], kind).array?.count == 2) }
    }
}
