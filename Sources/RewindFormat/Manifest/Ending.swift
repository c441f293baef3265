package import RewindValue

/// How a recording ended, and what was under way.
public struct Ending: Sendable, Equatable {
    /// The kind of end.
    public var how: How
    /// The signal that ended the process, such as `SIGILL`.
    public var signal: String?
    /// The exit status of a process that ended without finishing its recording, or that failed after it had.
    package var exit: Int?
    /// The reason, from the process's last output: the text of a `fatalError`, for example.
    public var reason: String?
    /// Where in the source that was, if the process said so: `Cart.swift:12`.
    package var site: String?
    /// The actions that were under way, one for each store that was not idle, and the stores with actions left out since their last step.
    package var underWay: [UnderWay]
    /// What is known about the memory of a process that did not finish its recording.
    package var memory: Memory?
    /// When the process ended, in monotonic nanoseconds since the recording began, or, while it goes on, when it was read; `nil` if
    /// unknown.
    package var at: Int?
    /// Only of a copy that was saved while the app went on: monotonic nanoseconds since the recording began.
    package var savedAt: Int?
    /// Members that this version does not know, and a kind of end that it does not know.
    package var unknown: JSONObject

    package init(_ how: How) {
        self.how = how
        underWay = []
        unknown = [:]
    }

    /// The kinds of end.
    public enum How: String, Sendable, CaseIterable {
        /// The recording has no end yet: the app is running, or it died and the recording has not been examined since.
        case recording
        /// The app called `finish()`, or exited between two steps.
        case finished
        /// A trap, an abort or another signal that the process brought upon itself.
        case crashed
        /// Another process ended it: SIGKILL, SIGTERM and the like.
        case killed
        /// The process exited in the middle of a step, or without the recorder noticing.
        case exited
        /// The process is gone; how it ended was not observed.
        case died
        /// The recording ended, and the information on how is lost.
        case unknown
    }

    /// An action that had begun but not ended.
    package struct UnderWay: Sendable, Equatable {
        package var store: String
        package var step: Int
        /// Where in the step the process was.
        package var phase: Phase
        /// The action's name, if its line was written.
        package var type: String?
        /// How its process ended, if the recording was merged from several and has another end.
        package var how: How?
        /// The signal that ended its process, if ``how`` is set.
        package var signal: String?

        package init(store: String, step: Int, phase: Phase, type: String? = nil) {
            self.store = store
            self.step = step
            self.phase = phase
            self.type = type
        }
    }

    /// The memory of a process that did not finish its recording.
    package struct Memory: Sendable, Equatable {
        /// Bytes that the process held when its recorder last looked, at most a second before its end.
        package var resident: Int
        /// How many processes the system killed after that look to free memory; this process is probably one of them.
        ///
        /// `nil` if that can't be known: the process recorded its own end, the system does not count, or it was booted since.
        package var kills: Int?

        /// What the process held, and how many processes were killed to free memory.
        package init(resident: Int, kills: Int? = nil) {
            self.resident = resident
            self.kills = kills
        }
    }

    /// Whether the system most likely killed the process to free memory.
    package var isOutOfMemory: Bool { (memory?.kills ?? 0) > 0 && (how == .killed && signal ?? "SIGKILL" == "SIGKILL" || how == .died) }

    /// Where in a step the process was.
    package enum Phase: UInt8, Sendable, CaseIterable {
        /// No step was under way.
        case idle = 0
        /// The recorder was encoding the action, before it had a step number; the step is the one before.
        case encoding = 1
        case reducer = 2
        /// The reducer had returned, and the recorder was handing the state over.
        case handover = 3
        /// An action that a filter or a pause left out was in the reducer; the step is the one before.
        case omitted = 4
        /// No action was under way, but a filter or a pause had left some out since the step.
        case sinceOmitted = 5

        /// The name in files and on the terminal.
        package var name: String {
            switch self {
            case .idle: "idle"
            case .encoding: "encoding"
            case .reducer: "reducer"
            case .handover: "handover"
            case .omitted: "omitted"
            case .sinceOmitted: "since-omitted"
            }
        }

        /// Whether an action had begun and not ended.
        package var isUnderWay: Bool { self != .idle && self != .sinceOmitted }
        /// Whether the step is that of the action, and not the one before.
        package var isOfStep: Bool { self == .reducer || self == .handover }
    }
}

extension Ending {
    init?(json: JSONValue) {
        guard var rest = json.object, let word = rest["how"]?.string else { return nil }
        self.init(How(rawValue: word) ?? .died)
        if how.rawValue == word { rest["how"] = nil }
        signal = rest.removeValue(forKey: "signal")?.string
        exit = rest.removeValue(forKey: "exit")?.int
        reason = rest.removeValue(forKey: "reason")?.string
        site = rest.removeValue(forKey: "site")?.string
        at = rest.removeValue(forKey: "at")?.int(clampedTo: FormatLimits.times)
        savedAt = rest.removeValue(forKey: "saved")?.int(clampedTo: FormatLimits.times)
        underWay = (rest.removeValue(forKey: "underWay")?.array ?? []).compactMap { UnderWay(json: $0) }
        memory = rest.removeValue(forKey: "memory").flatMap { Memory(json: $0) }
        unknown = rest
    }

    package var json: JSONValue {
        var object: JSONObject = ["how": .string(how.rawValue)]
        object["signal"] = signal.map(JSONValue.string)
        object["exit"] = exit.map { .number(JSONNumber($0)) }
        object["reason"] = reason.map(JSONValue.string)
        object["site"] = site.map(JSONValue.string)
        object["at"] = at.map { .number(JSONNumber($0)) }
        object["saved"] = savedAt.map { .number(JSONNumber($0)) }
        if !underWay.isEmpty { object["underWay"] = .array(underWay.map { $0.json }) }
        object["memory"] = memory?.json
        for (key, value) in unknown { object[key] = value }
        return .object(object)
    }
}

extension Ending.Memory {
    init?(json: JSONValue) {
        guard let resident = json["resident"]?.int(in: FormatLimits.counts) else { return nil }
        self.init(resident: resident, kills: json["kills"]?.int(in: FormatLimits.counts))
    }

    var json: JSONValue {
        var object: JSONObject = ["resident": .number(JSONNumber(resident))]
        object["kills"] = kills.map { .number(JSONNumber($0)) }
        return .object(object)
    }
}

extension Ending.UnderWay {
    init?(json: JSONValue) {
        guard let store = json["store"]?.string, let step = json["step"]?.int(in: FormatLimits.stepNumbers),
            let phase = Ending.Phase.allCases.first(where: { $0.name == json["phase"]?.string })
        else { return nil }
        self.init(store: store, step: step, phase: phase, type: json["type"]?.string)
        how = json["how"]?.string.flatMap { Ending.How(rawValue: $0) }
        signal = json["signal"]?.string
    }

    var json: JSONValue {
        var object: JSONObject = ["store": .string(store), "step": .number(JSONNumber(step)), "phase": .string(phase.name)]
        object["type"] = type.map(JSONValue.string)
        object["how"] = how.map { .string($0.rawValue) }
        object["signal"] = signal.map(JSONValue.string)
        return .object(object)
    }
}
