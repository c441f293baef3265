package import RewindValue

/// A line that one replica writes for the others, in a file or over a network.
package enum ReplicaLine: Sendable, Equatable {
    /// The replica, and the type of its states; the first line.
    case head(ReplicaHead)
    /// A whole state, and the replica's position.
    case snapshot(ReplicaSnapshot, ReplicaPosition)
    case change(ReplicaChange)

    /// The line as JSON.
    package var json: JSONValue {
        func numbers(_ numbers: [String: Int]) -> JSONValue {
            .object(JSONObject(numbers.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.number(.int(Int64($0.value)))) }))
        }
        func number(_ value: Int) -> JSONValue { .number(.int(Int64(value))) }
        switch self {
        case .head(let head): return head.json
        case .snapshot(let snapshot, let position):
            return [
                "n": number(position.number), "clock": number(position.clock), "settled": number(position.settled),
                "bound": number(snapshot.bound), "has": numbers(snapshot.has), "by": .string(snapshot.author),
                "founded": number(snapshot.founded), "state": snapshot.state,
            ]
        case .change(let change):
            var members: JSONObject = ["n": number(change.number), "clock": number(change.stamp.clock)]
            if !change.seen.isEmpty { members["seen"] = numbers(change.seen) }
            members["patch"] = change.patch.json
            return .object(members)
        }
    }

    /// Reads a line from JSON; `nil` if it is of no known kind.
    ///
    /// - Parameters:
    ///   - json: the line.
    ///   - replica: the replica whose line it is.
    package init?(json: JSONValue, of replica: String) {
        func numbers(_ value: JSONValue?) -> [String: Int]? {
            guard let value else { return [:] }
            guard let object = value.object else { return nil }
            var numbers: [String: Int] = [:]
            for (key, value) in object {
                guard let number = value.int, number >= 0 else { return nil }
                numbers[key] = number
            }
            return numbers
        }
        if let head = ReplicaHead(json: json) {
            self = .head(head)
            return
        }
        guard let clock = json["clock"]?.int, (0..<1 << 53).contains(clock) else { return nil }
        if let state = json["state"] {
            guard let bound = json["bound"]?.int, (0...clock).contains(bound), let has = numbers(json["has"]),
                let founded = json["founded"]?.int,
                let author = json["by"]?.string
            else { return nil }
            let snapshot = ReplicaSnapshot(state: state, bound: bound, has: has, author: author, founded: founded)
            guard let number = json["n"]?.int, let settled = json["settled"]?.int, number >= 0, (0...clock).contains(settled) else {
                return nil
            }
            self = .snapshot(snapshot, ReplicaPosition(number: number, clock: clock, settled: settled))
        } else {
            guard let number = json["n"]?.int, number > 0, let seen = numbers(json["seen"]),
                let patch = json["patch"].flatMap({ try? JSONPatch(json: $0) })
            else { return nil }
            self = .change(
                ReplicaChange(number: number, stamp: ReplicaStamp(clock: clock, replica: replica), patch: patch, seen: seen))
        }
    }
}

/// A replica, and its app.
package struct ReplicaHead: Sendable, Equatable {
    /// The replica's name.
    package var replica: String
    /// The app's name.
    package var app: String
    /// The app's own version.
    package var version: String?
    package var store: String
    /// A text that identifies the shape of the state's types.
    package var shape: String
    package var format = currentFormat

    package init(replica: String, app: String, version: String?, store: String, shape: String) {
        (self.replica, self.app, self.version, self.store, self.shape) = (replica, app, version, store, shape)
    }

    /// From 2 on, states and patches are in their ``SharedForm``.
    private static let currentFormat = 2

    var json: JSONValue {
        var members: JSONObject = ["replica": .string(replica), "format": .number(.int(Int64(format))), "app": .string(app)]
        if let version { members["version"] = .string(version) }
        members["store"] = .string(store)
        members["shape"] = .string(shape)
        return .object(members)
    }

    init?(json: JSONValue) {
        guard let replica = json["replica"]?.string, let format = json["format"]?.int else { return nil }
        func text(_ key: String) -> String { json[key]?.string ?? "" }
        self.init(replica: replica, app: text("app"), version: json["version"]?.string, store: text("store"), shape: text("shape"))
        self.format = format
    }

    /// Why this replica can't follow another one; `nil` if it can.
    package func refusal(of other: ReplicaHead) -> String? {
        func text(_ version: String?) -> String { version.map { "version \($0)" } ?? "no version that it tells" }
        if format != other.format {
            return
                "\(other.replica)'s file has format \(other.format), this replica writes format \(format); run the same build on both, and remove "
                + "files that an older one left"
        }
        if app != other.app { return "\(other.replica) is a replica of \(other.app), this is \(app)" }
        if store != other.store { return "\(other.replica) shares the store '\(other.store)', this one '\(store)'" }
        if version != other.version {
            return
                "\(other.replica) is \(app) with \(text(other.version)), this is one with \(text(version)); run the same version on both"
        }
        if shape != other.shape {
            return "\(other.replica)'s state has types of another shape; run the same build on both"
        }
        return nil
    }
}
