package import RewindValue

/// The beginning or the end of an effect, work that a step started: `{"effect":{"t":…,"step":…,"id":…,"begin":…}}`, and with `end` in
/// the place of `begin`.
///
/// Which effects were under way after a step follows from the lines of its segment alone: a segment begins with the effects that were
/// under way by then, each with ``Begin/isAgain``.
package struct EffectLine: Sendable, Equatable {
    /// Monotonic nanoseconds since the recording began; of a beginning that is repeated, those of the beginning itself.
    package var time: Int
    /// The last step numbered by then; 0 before the first.
    package var step: Int
    /// The effect's number, from 1 up; all stores share one numbering.
    package var id: Int
    package var event: Event

    package enum Event: Sendable, Equatable {
        case begin(Begin)
        case end(EffectEnd)
    }

    /// What is known of an effect when it begins.
    package struct Begin: Sendable, Equatable {
        /// The name that the app gave the effect, or that of the action that started it.
        package var name: String
        /// The step that started it.
        package var cause: Int?
        /// Where it was started, such as `File.swift:42`.
        package var site: String?
        /// The store that it belongs to; `main` if the line names none.
        package var store: String
        /// Whether it began in an earlier segment, and the line repeats that.
        package var isAgain: Bool

        package init(
            name: String, cause: Int? = nil, site: String? = nil, store: String = ActionLine.mainStore, isAgain: Bool = false
        ) {
            (self.name, self.cause, self.site, self.store, self.isAgain) = (name, cause, site, store, isAgain)
        }
    }

    /// How an effect ended.
    package enum EffectEnd: Sendable, Equatable {
        case finished
        /// It threw an error, in words.
        case failed(String)
        /// It was cancelled, and ended because of that.
        case cancelled

        /// All words that a line may have.
        package static let words: Set = [EffectEnd.finished.word, EffectEnd.failed("").word, EffectEnd.cancelled.word]

        /// The word in the line.
        package var word: String {
            switch self {
            case .finished: "finished"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        }
    }

    package init(time: Int, step: Int, id: Int, _ event: Event) {
        (self.time, self.step, self.id, self.event) = (time, step, id, event)
    }

    init?(_ effect: JSONValue) {
        guard let time = effect["t"]?.int(clampedTo: FormatLimits.times), let step = effect["step"]?.int(in: FormatLimits.stepNumbers),
            let id = effect["id"]?.int(in: FormatLimits.effectNumbers)
        else { return nil }
        if let name = effect["begin"]?.string {
            let begin = Begin(
                name: name, cause: effect["cause"]?.int(in: FormatLimits.stepNumbers), site: effect["site"]?.string,
                store: effect["store"]?.string ?? ActionLine.mainStore, isAgain: effect["again"] == true)
            self.init(time: time, step: step, id: id, .begin(begin))
        } else if let word = effect["end"]?.string {
            // A word of a later version: that the effect has ended is certain.
            let end: EffectEnd =
                switch word {
                case "failed": .failed(effect["reason"]?.string ?? "")
                case "cancelled": .cancelled
                default: .finished
                }
            self.init(time: time, step: step, id: id, .end(end))
        } else {
            return nil
        }
    }

    /// The line as JSON.
    package var json: JSONValue {
        var bytes: [UInt8] = []
        Self.writeHead(time: time, step: step, id: id, into: &bytes)
        writeMembers(into: &bytes)
        return (try? JSONValue(parsing: bytes)) ?? .null
    }

    /// The beginning of the line, before its ``writeMembers(into:)``: `{"effect":{"t":T,"step":N,"id":ID`.
    package static func writeHead(time: Int, step: Int, id: Int, into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"effect":{"t":"#.utf8)
        JSONValue.number(JSONNumber(time)).write(into: &bytes)
        bytes.append(contentsOf: #","step":"#.utf8)
        JSONValue.number(JSONNumber(step)).write(into: &bytes)
        bytes.append(contentsOf: #","id":"#.utf8)
        JSONValue.number(JSONNumber(id)).write(into: &bytes)
    }

    /// The other members and the braces: what a recorder writes before it takes its lock, and learns the effect's number.
    package func writeMembers(into bytes: inout [UInt8]) {
        switch event {
        case .begin(let begin): begin.writeMembers(into: &bytes)
        case .end(let end): end.writeMembers(into: &bytes)
        }
    }
}

extension EffectLine.Begin {
    /// The end of a line that repeats a beginning, in the place of its two braces.
    package static let againAtEnd: StaticString = #","again":true}}"#

    /// The members of the line, and its braces: `,"begin":…,…}}`.
    package func writeMembers(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #","begin":"#.utf8)
        JSONValue.string(name).write(into: &bytes)
        if let cause {
            bytes.append(contentsOf: #","cause":"#.utf8)
            JSONValue.number(JSONNumber(cause)).write(into: &bytes)
        }
        if let site {
            bytes.append(contentsOf: #","site":"#.utf8)
            JSONValue.string(site).write(into: &bytes)
        }
        if store != ActionLine.mainStore {
            bytes.append(contentsOf: #","store":"#.utf8)
            JSONValue.string(store).write(into: &bytes)
        }
        if isAgain {
            Self.againAtEnd.withUTF8Buffer { bytes.append(contentsOf: $0) }
        } else {
            bytes.append(contentsOf: "}}".utf8)
        }
    }
}

extension EffectLine.EffectEnd {
    /// The members of the line, and its braces: `,"end":…}}`.
    package func writeMembers(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #","end":"#.utf8)
        JSONValue.string(word).write(into: &bytes)
        if case .failed(let reason) = self {
            bytes.append(contentsOf: #","reason":"#.utf8)
            JSONValue.string(reason).write(into: &bytes)
        }
        bytes.append(contentsOf: "}}".utf8)
    }
}
