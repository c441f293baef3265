package import RewindFormat
package import RewindValue

extension Step {
    /// The step as JSON, as in a list.
    ///
    /// - Parameters:
    ///   - ending: how the recording ended, which is added to the step in which it did.
    ///   - depth: how many causes are above it in a tree.
    package func json(ending: Ending, depth: Int = 0) -> JSONObject {
        var object: JSONObject = ["step": .number(JSONNumber(number))]
        object["time"] = time.map { .number(JSONNumber($0)) }
        if store != ActionLine.mainStore { object["store"] = .string(store) }
        object["type"] = line.map { .string($0.type) }
        object["cause"] = cause.map { .number(JSONNumber($0)) }
        object["effect"] = effect.map { .number(JSONNumber($0)) }
        object["site"] = site.map(JSONValue.string)
        if line?.isDumped == true { object["dumped"] = true }
        object["omitted"] = line?.omitted.map(JSONValue.object)
        object["outcome"] = .string(outcome.name)
        object["changes"] = patch.map { .number(JSONNumber($0.operations.count)) }
        if case .merged(let steps, _) = outcome { object["merged"] = steps.json }
        object["took"] = took.map { .number(JSONNumber($0)) }
        object["ended"] = ending.text(at: self).map(JSONValue.string)
        if depth > 0 { object["depth"] = .number(JSONNumber(depth)) }
        return object
    }
}

extension Timeline.Item {
    /// The state before the first action as JSON.
    package static let beginningJSON: JSONValue = ["step": 0, "time": 0, "type": .string(ActionLine.initial)]

    /// A step, lost steps, or an item without a number, as JSON.
    package func json(ending: Ending) -> JSONValue {
        switch self {
        case .step(let step): return .object(step.json(ending: ending))
        case .gap(let steps, let reason): return .object(Timeline.NoStep.gap(steps, reason: reason).json(of: steps.lowerBound))
        case .mark(let mark): return mark.json
        case .log(let log): return log.json
        case .effect(let effect): return .object(effect.json)
        case .swallowed(let action):
            var object: JSONObject = ["swallowed": .string(action.type), "after": .number(JSONNumber(action.step))]
            object["time"] = .number(JSONNumber(action.time))
            if action.store != ActionLine.mainStore { object["store"] = .string(action.store) }
            object["cause"] = action.cause.map { .number(JSONNumber($0)) }
            object["site"] = action.site.map(JSONValue.string)
            object["action"] = action.action
            return .object(object)
        }
    }
}

extension EffectItem {
    /// The beginning or the end as JSON: `{"effect":"failed","id":7,"name":"load","after":64,"time":…,"took":…}`.
    package var json: JSONObject {
        var object: JSONObject = [
            "effect": .string(end.map { $0.word } ?? "begin"), "id": .number(JSONNumber(line.id)), "name": .string(name),
            "after": .number(JSONNumber(line.step)), "time": .number(JSONNumber(line.time)),
        ]
        object["took"] = took.map { .number(JSONNumber($0)) }
        object["cause"] = cause.map { .number(JSONNumber($0)) }
        guard let begin else { return object }
        if end == nil, begin.isAgain { object["again"] = true }
        object["site"] = begin.site.map(JSONValue.string)
        if begin.store != ActionLine.mainStore { object["store"] = .string(begin.store) }
        if case .failed(let reason) = end { object["reason"] = .string(reason) }
        return object
    }
}

extension Ending {
    /// The words next to a step in which the process ended: `crashed here: SIGILL`; `nil` for any other step.
    package func text(at step: Step) -> String? {
        guard let action = underWay.first(where: { $0.step == step.number && $0.store == step.store }), action.phase.isOfStep else {
            return nil
        }
        let how = action.how ?? how
        if how == .finished { return nil }
        let signal = (action.how == nil ? signal : action.signal).map { ": \($0)" } ?? ""
        return switch how {
        case .recording: "in the reducer"
        case .crashed: "crashed here\(signal)"
        case .killed: "killed here\(signal)"
        default: "ended here"
        }
    }
}
