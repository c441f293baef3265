import RewindValue
import TestSupport
import Testing

@testable import RewindControl

@Suite("The state that replicas share", .timeLimit(.minutes(5)))
struct ReplicaStateTests {
    private func pointer(_ text: String) -> JSONPointer { (try? JSONPointer(parsing: text)) ?? .root }

    private func replicas(_ names: String..., state: JSONValue = ["x": 0, "y": 0, "items": [1, 2, 3]]) -> [ReplicaState] {
        names.map { ReplicaState(name: $0, state: state, founded: 1) }
    }

    @Test func laterStampWinsWhereverItArrivesFirst() {
        var (ada, bob) = (replicas("ada")[0], replicas("bob")[0])
        let first = ada.change(JSONPatch([.replace(pointer("/x"), 1)]))
        let second = bob.change(JSONPatch([.replace(pointer("/x"), 2), .replace(pointer("/y"), 2)]))
        #expect(first.stamp < second.stamp)  // equal clocks: the later name
        let conflict = ReplicaConflict(path: pointer("/x"), winner: second.stamp, loser: first.stamp)
        #expect(ada.apply(second) == .appended([conflict]))
        #expect(bob.apply(first) == .inserted([conflict]))
        #expect(conflict.description == "/x: bob (clock 1) wins over ada (clock 1)")
        #expect(ada.state == bob.state)
        #expect(ada.state["x"] == 2)
        // Whoever knows of the other comes after it, and is in no conflict with it.
        let third = ada.change(JSONPatch([.replace(pointer("/x"), 3)]))
        #expect(third.seen == ["bob": 1])
        #expect(bob.apply(third) == .appended([]))
        #expect(bob.state["x"] == 3)
        #expect(bob.apply(third) == .known)
    }

    @Test func whatNobodyCanPrecedeIsSettledAndWhoIsNotWaitedForIsTold() {
        var (ada, bob, cyd) = (replicas("ada")[0], replicas("bob")[0], replicas("cyd")[0])
        for number in 1...5 { _ = bob.apply(ada.change(JSONPatch([.replace(pointer("/x"), .number(.int(Int64(number))))]))) }
        ada.compact(among: ["bob"])
        #expect(ada.openCount == 5)  // bob may still have something from before
        #expect(ada.apply(bob.change(JSONPatch())) == .appended([]))
        ada.compact(among: ["bob"])
        #expect(ada.openCount == 0)
        #expect(ada.snapshot.state == ada.state)
        let late = cyd.change(JSONPatch([.replace(pointer("/x"), 100)]))
        #expect(ada.apply(late) == .tooLate)
        #expect(bob.apply(late) == .inserted([]) || bob.state["x"] == 5)
        #expect(cyd.adopt(ada.snapshot) == 1)
        #expect(bob.adopt(ada.snapshot) == 0)
        #expect(bob.adopt(ada.snapshot) == nil)
        for replica in [ada, bob, cyd] { #expect(replica.state["x"] == 5) }
    }

    @Test func linesSayWhatTheyAreMadeOf() throws {
        var ada = replicas("ada")[0]
        _ = ada.apply(
            ReplicaChange(number: 1, stamp: ReplicaStamp(clock: 4, replica: "bob"), patch: JSONPatch([.remove(pointer("/y"))]), seen: [:]))
        let change = ada.change(JSONPatch([.replace(pointer("/x"), 1)]))
        #expect(
            ReplicaLine.change(change).json.jsonText
                == #"{"n":1,"clock":5,"seen":{"bob":1},"patch":[{"op":"replace","path":"/x","value":1}]}"#)
        let head = ReplicaHead(replica: "ada", app: "List", version: "1", store: "main", shape: "00")
        for line in [ReplicaLine.change(change), .snapshot(ada.snapshot, ada.position), .head(head)] {
            #expect(ReplicaLine(json: line.json, of: "ada") == line)
        }
        #expect(ReplicaLine(json: ["n": 0, "clock": 1, "patch": []], of: "ada") == nil)
        #expect(
            ReplicaLine(json: ["bound": 3, "clock": 1, "n": 1, "settled": 0, "has": [:], "by": "ada", "founded": 0, "state": 1], of: "ada")
                == nil)
        var other = head
        other.replica = "bob"
        #expect(head.refusal(of: other) == nil)
        other.version = "2"
        #expect(head.refusal(of: other) == "bob is List with version 2, this is one with version 1; run the same version on both")
        (other.version, other.shape) = ("1", "01")
        #expect(head.refusal(of: other) == "bob's state has types of another shape; run the same build on both")
        let old = ReplicaLine(json: ["replica": "bob", "format": 1, "app": "List", "store": "main", "shape": "00"], of: "bob")
        guard case .head(let other) = old else { throw Unexpected() }
        #expect(
            head.refusal(of: other)
                == "bob's file has format 1, this replica writes format 2; run the same build on both, and remove files that an older one left"
        )
    }

    private struct Unexpected: Error {}

    /// Each replica's file: what another one reads from its beginning, or from where it was.
    private struct Files {
        var lines: [String: [ReplicaLine]] = [:]
        /// How often a file was begun anew.
        var versions: [String: Int] = [:]
    }

    @Test(arguments: 1...30)
    func replicasThatKnowTheSameHaveTheSameState(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = ["ada", "bob", "cyd", "dan"]
        var files = Files()
        var replicas: [String: ReplicaState] = [:]
        var read: [String: (version: Int, count: Int)] = [:]

        func begin(_ name: String) {
            guard let replica = replicas[name] else { return }
            files.lines[name] = [.snapshot(replica.snapshot, replica.position)] + replica.ownChanges.map(ReplicaLine.change)
            files.versions[name, default: 0] += 1
        }
        func look(_ name: String, at other: String, upTo limit: Int = .max) {
            let key = "\(name) \(other)"
            var place = read[key] ?? (0, 0)
            if place.version != files.versions[other, default: 0] { place = (files.versions[other, default: 0], 0) }
            let lines = (files.lines[other] ?? []).prefix(limit).dropFirst(place.count)
            for line in lines {
                switch line {
                case .snapshot(let snapshot, let position):
                    _ = replicas[name]?.adopt(snapshot)
                    replicas[name]?.note(position, of: other)
                case .change(let change): _ = replicas[name]?.apply(change)
                case .head: break
                }
            }
            read[key] = (place.version, max(place.count, place.count + lines.count))
        }
        func join(_ name: String, at round: Int) {
            let snapshots = files.lines.values.flatMap { lines in
                lines.compactMap { line in if case .snapshot(let snapshot, _) = line { snapshot } else { nil } }
            }
            let newest = snapshots.max { $0.isSuperseded(by: $1) }
            replicas[name] =
                newest.map { ReplicaState(name: name, beginningWith: $0) }
                ?? ReplicaState(name: name, state: random.value(), founded: round)
            for other in names where other != name || files.lines[name] != nil { look(name, at: other) }
            begin(name)
        }

        for round in 0..<400 {
            let name = names[random.below(round < 100 ? 2 : round < 200 ? 3 : 4)]
            guard let replica = replicas[name] else {
                join(name, at: round)
                continue
            }
            switch random.below(12) {
            case 0..<4:
                let patch = TreeDiff(from: replica.state, to: random.edited(replica.state)).patch
                guard let change = replicas[name]?.change(patch) else { break }
                files.lines[name]?.append(.change(change))
            case 4..<10:
                let other = names[random.below(4)]
                if other != name { look(name, at: other, upTo: random.below(3) == 0 ? random.below(20) : .max) }
            case 10:
                // Once in a while somebody is not waited for.
                let others = names.filter { $0 != name && replicas[$0] != nil }
                replicas[name]?.compact(among: others, forced: random.below(10) == 0)
                begin(name)
            default:
                // Ended and started again, with what its own file says.
                read = read.filter { !$0.key.hasPrefix("\(name) ") }
                join(name, at: round)
            }
        }
        for _ in 0..<3 { for name in names { for other in names where other != name { look(name, at: other) } } }
        let states = names.compactMap { replicas[$0]?.state }
        #expect(states.count == 4)
        #expect(states.allSatisfy { $0 == states[0] })
    }
}
