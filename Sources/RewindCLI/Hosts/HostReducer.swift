import RewindControl
import RewindEditing
import RewindFormat
import RewindRendering
import RewindReplay
import RewindValue

/// An app's reducer in a host, which is started again when it has crashed.
struct HostReducer: RecordedReducer {
    private let command: HostCommand
    /// The host; `nil` after a crash.
    private var host: HostProcess?
    let stores: [HostInfo.Store]
    /// The shapes of the types of today's states; `nil` if the host does not say.
    let types: JSONValue?
    /// The host's store for each recorded one that was asked for.
    private var found: [String: StoreInHost] = [:]
    /// The state to begin the next request in, which is sent with it.
    private var state: JSONValue?
    /// How many steps are sent at once: as many as take a tenth of a second, so that a slow reducer is not taken for one that hangs.
    private var batch = 16
    /// Steps that the host reduces while the results of those before are judged.
    private var ahead: Ahead?

    private struct Ahead {
        var first: Int
        var count: Int
        var request: Int
    }

    /// As many actions as a pipe usually takes at once.
    private static let largestBatch = 512

    /// How often an action is reduced again in the same process.
    private static let repetitions = 3

    init(_ command: HostCommand) throws(HostError) {
        self.command = command
        let host = try HostProcess(command)
        self.host = host
        (stores, types) = (host.info.stores, host.info.types)
    }

    mutating func end() { host = nil }

    /// Looks up the host's store for a recorded one; returns whether it has one.
    ///
    /// It is that of its name; or else the only one that can be: of the same type of state and, where names are masked, with a name of the
    /// same shape.
    mutating func find(_ recorded: String, of timeline: Timeline) -> Bool {
        var fitting = stores.filter { $0.name == recorded }
        if fitting.isEmpty, stores.count == 1 || timeline.recording.manifest.hidesTexts {
            fitting = stores.filter { $0.state == timeline.stateType(of: recorded) }
            if fitting.count > 1 { fitting.removeAll { $0.name.maskShape != recorded.maskShape } }
            if fitting.isEmpty, stores.count == 1, !timeline.hasSeveralStores { fitting = stores }
        }
        guard fitting.count == 1 else {
            found[recorded] = nil
            return false
        }
        let version = timeline.recording.manifest.version(of: recorded)
        found[recorded] = StoreInHost(name: fitting[0].name, recordedVersion: version < fitting[0].version ?? 1 ? version : nil)
        return true
    }

    /// A recording with its states as the host's migrations make them; says so, if there are any for it.
    ///
    /// For each store, they are followed instead of those in the project's file.
    ///
    /// - Throws: ``HostError`` if a migration of the host is not valid; `RecordingError`.
    mutating func reading(_ timeline: Timeline) throws -> Timeline {
        var rules: [String: [StateRule]] = [:]
        for name in timeline.storeNames where find(name, of: timeline) {
            guard let store = self.store(of: name), let list = store.migrations else { continue }
            do throws(StateRuleError) { rules[name] = try StateRule.rules(json: .array(list)).values.first } catch {
                throw HostError(command, "has a migration that is not valid: \(error.description)")
            }
        }
        if rules.isEmpty { return timeline }
        let read = try timeline.read(by: timeline.rules.merging(rules) { $1 })
        if read.rules.keys.contains(where: { rules[$0] != nil }) { Diagnostics.sayOnce(Remark.migrated(by: nil).sentence) }
        return read
    }

    /// The version of the states of a recording that is read, and of those that the host makes.
    func version(of store: String, in timeline: Timeline) -> Int { max(timeline.version(of: store), self.store(of: store)?.version ?? 1) }

    /// The host's store for a recorded one that was found.
    func store(of recorded: String) -> HostInfo.Store? { stores.first { $0.name == found[recorded]?.name } }

    /// The types of the states that the host makes for a recorded store that was found; `nil` if it does not say.
    func stateTypes(of store: String) -> StateTypes? {
        guard let shapes = types?.object, let state = self.store(of: store)?.state else { return nil }
        return StateTypes(shapes: shapes, state: state)
    }

    /// What is no difference between the states of a recording and those of the host.
    func tolerance(of store: String, in timeline: Timeline) -> StateTolerance {
        StateTolerance(recorded: timeline.stateTypes(of: store), today: stateTypes(of: store))
    }

    mutating func load(_ state: JSONValue, of store: String, after step: Int) throws(HostError) -> LoadedState {
        self.state = nil
        do throws(HostProcess.Failure) {
            return .loaded(try running().reduce(inHost(store), from: state, [])["state"] ?? state)
        } catch {
            switch error {
            case .refused(let error) where error.code == .undecodable: return .undecodable(error.message)
            case .refused(let error): throw HostError(command, "does not take a recorded state: \(error.message)")
            case .crashed(let how):
                host = nil
                try refuseIfStopped()
                return .undecodable("the host ended: \(how.words)")
            case .unusable(let error): throw error
            }
        }
    }

    mutating func resume(_ state: JSONValue, of store: String) { self.state = state }

    mutating func reduce(_ steps: ArraySlice<Step>, of store: String, goesOn: Bool) throws(HostError) -> [ReducedStep] {
        do throws(HostProcess.Failure) {
            return try reduced(steps, of: inHost(store), goesOn: goesOn)
        } catch {
            switch error {
            case .refused(let error) where error.code == .undecodable: return [.undecodable("the state before it: \(error.message)")]
            case .refused(let error): throw HostError(command, "does not reduce: \(error.message)")
            case .crashed(let how):
                (host, ahead) = (nil, nil)
                try refuseIfStopped()
                return [.crashed(how)]
            case .unusable(let error): throw error
            }
        }
    }

    private mutating func reduced(
        _ steps: ArraySlice<Step>, of store: StoreInHost, goesOn: Bool
    ) throws(HostProcess.Failure) -> [ReducedStep] {
        let (host, request, count): (HostProcess, Int, Int)
        if state == nil, let ahead, let running = self.host, ahead.first == steps.first?.number, ahead.count <= steps.count {
            (host, request, count) = (running, ahead.request, ahead.count)
        } else {
            (host, count) = (try running(), min(batch, steps.count))
            request = host.send(store, from: state.take(), steps.prefix(count))
        }
        let next = goesOn ? steps.dropFirst(count).prefix(batch) : []
        ahead = next.first.map { Ahead(first: $0.number, count: next.count, request: host.send(store, next)) }
        let start = ContinuousClock.now
        let answer = try host.answer(to: request)
        let time = ContinuousClock.now - start
        if time < .milliseconds(50), count == batch { batch = min(batch * 2, Self.largestBatch) }
        if time > .milliseconds(200) { batch = max(batch / 2, 1) }
        return try results(of: answer, count: count)
    }

    /// Has a debugger stop the host before a step.
    ///
    /// - Returns: the number of the process.
    mutating func expectingDebugger(before step: Step) throws -> Int {
        let host = try running()
        guard let process = host.info.process else { throw HostError(command, "does not say the number of its process") }
        host.postOnceTraced(inHost(step.store), step, process: process)
        return process
    }

    mutating func reduceDifferently(
        _ step: Step, of store: String, from state: JSONValue, reached: JSONValue
    ) throws(HostError) -> String? {
        for _ in 0..<Self.repetitions {
            if let how = try difference(step, store, state, reached) {
                return "reduced again in the same process, \(how)"
            }
        }
        host = nil
        if let how = try difference(step, store, state, reached) { return "reduced again in another process, \(how)" }
        host = nil
        guard let other = try? HostProcess(command, in: .others) else { return nil }
        return try difference(by: other, step, store, state, reached).map {
            "reduced again with another locale, time zone and environment, \($0)"
        }
    }

    /// How a step reaches another state when it is reduced again, in the running host or another one, as a clause; `nil` if it does not.
    private mutating func difference(
        by other: HostProcess? = nil, _ step: Step, _ store: String, _ state: JSONValue, _ reached: JSONValue
    ) throws(HostError) -> String? {
        do throws(HostProcess.Failure) {
            let host = if let other { other } else { try running() }
            let answer = try host.reduce(inHost(store), from: state, [step][...])
            var other = answer["state"] ?? state
            switch try results(of: answer, count: 1).first {
            case .patch(let patch)?: try? patch.apply(to: &other)
            case .state(let state)?: other = state
            default: return nil
            }
            return StateDifference(from: reached, to: other)?.places.first.map { place in
                "\(place.pointer.tokens.isEmpty ? "the state" : place.pointer.description) came to \(place.reached?.jsonText.prefix(60) ?? "nothing")"
            }
        } catch {
            switch error {
            case .crashed(let how):
                self.host = nil
                return "it ended: \(how.words)"
            case .refused: return nil
            case .unusable(let error): throw error
            }
        }
    }

    /// The host, started again if it has crashed, with nothing to do.
    private mutating func running() throws(HostProcess.Failure) -> HostProcess {
        if let request = ahead.take()?.request, let host {
            do throws(HostProcess.Failure) { _ = try host.answer(to: request) } catch {
                // What was wrong with it is found again when the steps are reduced.
                self.host = nil
            }
        }
        do throws(HostError) {
            try refuseIfStopped()
            if let host { return host }
            let new = try HostProcess(command)
            host = new
            return new
        } catch { throw .unusable(error) }
    }

    /// Throws once the work of this thread is to stop: then the host was killed, and its end says nothing about the app.
    private func refuseIfStopped() throws(HostError) {
        if StopRequest.own?.isMade == true { throw HostError(command, "was stopped") }
    }

    private func inHost(_ store: String) -> StoreInHost { found[store] ?? StoreInHost(name: store) }

    private func results(of answer: JSONValue, count: Int) throws(HostProcess.Failure) -> [ReducedStep] {
        func refuse(_ reason: String) -> HostProcess.Failure { .unusable(HostError(command, "answers \(ReduceLines.name) with \(reason)")) }
        let steps = answer["steps"]?.array ?? []
        guard count == 0 || 1...count ~= steps.count else { throw refuse("\(steps.count) steps, and it was sent \(count)") }
        var results: [ReducedStep] = []
        for json in steps {
            if let patch = json["patch"] {
                do throws(JSONPatchError) { results.append(.patch(try JSONPatch(json: patch))) } catch {
                    throw refuse("no JSON Patch: \(error)")
                }
            } else if let state = json["state"] {
                results.append(.state(state))
            } else if let reason = json["undecodable"]?.string {
                results.append(.undecodable(reason))
            } else {
                throw refuse("a step that has neither a patch, a state, nor 'undecodable'")
            }
        }
        return results
    }
}

extension HostReducer {
    /// How many actions are decoded at once.
    private static let decodedAtOnce = 500

    /// Decodes the actions of a recording's stores, and the states at the beginnings of its segments.
    mutating func compatibility(with timeline: Timeline, store name: String?) throws -> Compatibility {
        var found = Compatibility()
        for store in try recordedStores(of: timeline, named: name) {
            var steps = [timeline.steps.lowerBound]
            while let last = steps.last, last < timeline.steps.upperBound {
                steps.append(try timeline.endOfSegment(containing: last + 1))
            }
            for step in steps {
                guard let (known, state) = try timeline.lastKnownState(at: step, store: store) else { continue }
                let answer = try decode(DecodeValues(store: inHost(store).name, states: [state]))
                for decoded in answer.states { found.add(state, decoded.content(of: state), type: nil, store: store, step: known) }
            }
            for (last, end) in zip(steps, steps.dropFirst()) {
                var lines: [ActionLine] = []
                try timeline.forEachItem(in: last + 1...end) { item in
                    if case .step(let step) = item, step.store == store, step.isReducible, let line = step.line { lines.append(line) }
                }
                for start in stride(from: 0, to: lines.count, by: Self.decodedAtOnce) {
                    let some = lines[start..<min(start + Self.decodedAtOnce, lines.count)]
                    let answer = try decode(DecodeValues(inHost(store), some))
                    guard answer.lines.count == some.count else {
                        throw HostError(
                            command, "answers \(DecodeValues.name) with \(answer.lines.count) lines, and it was sent \(some.count)")
                    }
                    for (line, decoded) in zip(some, answer.lines) {
                        let action = decoded.migrated ?? line.action ?? .null
                        found.add(action, decoded.content(of: action), type: line.type, store: store, step: line.step)
                    }
                }
            }
            if let types = types?.object, let own = self.store(of: store), let state = own.state {
                found.suggest(
                    for: store, of: timeline.recording.manifest, types: types, state: state, beside: timeline.rules[store] ?? [],
                    version: own.version ?? 1)
            }
        }
        return found
    }

    /// Computed steps with their actions as today's types encode them, where the recorded ones are of an earlier version.
    mutating func updated(_ steps: [RecomputedStep], of store: String) throws(HostError) -> [RecomputedStep] {
        guard inHost(store).recordedVersion != nil else { return steps }
        var steps = steps
        for start in stride(from: 0, to: steps.count, by: Self.decodedAtOnce) {
            let places = start..<min(start + Self.decodedAtOnce, steps.count)
            let answer = try decode(DecodeValues(inHost(store), steps[places].map(\.line)[...]))
            for (place, decoded) in zip(places, answer.lines) {
                steps[place].line.action = decoded.value ?? decoded.migrated ?? steps[place].line.action
                steps[place].line.type = decoded.type ?? steps[place].line.type
            }
        }
        return steps
    }

    private mutating func decode(_ request: DecodeValues) throws(HostError) -> DecodeValues.Answer {
        do throws(HostProcess.Failure) { return try running().call(request) } catch {
            switch error {
            case .refused(let error): throw HostError(command, "does not decode: \(error.message)")
            case .crashed(let how): throw HostError(command, "ended while it decoded: \(how.words)")
            case .unusable(let error): throw error
            }
        }
    }
}

extension DecodedValue {
    fileprivate func content(of recorded: JSONValue) -> Compatibility.Decoded {
        if let undecodable { return .undecodable(undecodable, at: path.flatMap { try? JSONPointer(parsing: $0) }) }
        return .value(value ?? recorded)
    }
}

extension DecodeValues {
    /// Asks for the actions of lines of a recording.
    fileprivate init(_ store: StoreInHost, _ lines: ArraySlice<ActionLine>) {
        self.init(store: store.name, lines: lines.map(\.json), version: store.recordedVersion)
    }
}

extension ActionLine {
    /// The line as the recording has it.
    fileprivate var json: JSONValue {
        var object: JSONObject = ["step": .number(JSONNumber(step)), "t": .number(JSONNumber(time)), "type": .string(type)]
        object["action"] = action
        return .object(object)
    }
}

extension Timeline {
    fileprivate func stateType(of store: String) -> String? { recording.manifest.stores.first { $0.name == store }?.state }
}
