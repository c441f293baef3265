import RewindFormat
package import RewindValue

/// Why an object is no rule.
package struct StateRuleError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with it, as a sentence without a full stop.
    package var description: String

    init(_ description: String) { self.description = description }
}

extension StateRule {
    /// The rule as `.rewind.json` and a host have it: `{"rename":"/cart/sum","to":"/cart/total","version":2}`.
    package var json: JSONValue {
        var object: JSONObject
        switch change {
        case .rename(let old, let new): object = ["rename": .string(old.description), "to": .string(new.description)]
        case .fill(let place, let value): object = ["default": .string(place.description), "value": value]
        case .remove(let place): object = ["remove": .string(place.description)]
        case .wrap(let place, let key):
            object = ["wrap": .string(place.description)]
            object["as"] = key.map(JSONValue.string)
        }
        object["version"] = .number(JSONNumber(version))
        return .object(object)
    }

    /// Reads a rule.
    ///
    /// - Throws: ``StateRuleError`` if the object is no rule.
    package init(json: JSONValue) throws(StateRuleError) {
        func place(_ name: String) throws(StateRuleError) -> PointerPattern {
            guard let text = json[name]?.string, text.isEmpty || text.utf8.first == UInt8(ascii: "/") else {
                throw StateRuleError("\"\(name)\" has to be the place of a value, as in \"/cart/total\"")
            }
            return PointerPattern(text)
        }
        let change: Change
        if json["rename"] != nil {
            change = .rename(try place("rename"), to: try place("to"))
        } else if json["default"] != nil {
            guard let value = json["value"] else { throw StateRuleError("\"value\" is missing: what the new member has by default") }
            change = .fill(try place("default"), value)
        } else if json["remove"] != nil {
            change = .remove(try place("remove"))
        } else if json["wrap"] != nil {
            change = .wrap(try place("wrap"), key: json["as"]?.string)
        } else {
            throw StateRuleError("it has none of \"rename\", \"default\", \"remove\" and \"wrap\"")
        }
        if let problem = change.problem { throw StateRuleError(problem) }
        guard let version = json["version"]?.int, version > 1 else {
            let what = json["version"] == nil ? "is missing" : "is no whole number from 2 on"
            throw StateRuleError("\"version\" \(what): the version of the state that has the change")
        }
        self.init(change, version: version)
        let members = self.json
        for key in json.object?.keys.filter({ $0 != "store" }) ?? [] where members[key] != json[key] {
            throw StateRuleError("\"\(key)\" is not understood here: the rule would be \(members.jsonText)")
        }
    }

    /// Reads a list of rules, each of which may name its `store`; without, it is about `main`.
    ///
    /// - Throws: ``StateRuleError``, with the number of the first object that is no rule.
    package static func rules(json: JSONValue) throws(StateRuleError) -> [String: [StateRule]] {
        guard let list = json.array else { throw StateRuleError("the migrations have to be an array") }
        var rules: [String: [StateRule]] = [:]
        for (index, json) in list.enumerated() {
            do throws(StateRuleError) {
                guard let store = (json["store"] ?? .string(ActionLine.mainStore)).string else {
                    throw StateRuleError("\"store\" has to be the name of a store")
                }
                rules[store, default: []].append(try StateRule(json: json))
            } catch { throw StateRuleError("migration \(index + 1), \(json.jsonText): \(error.description)") }
        }
        return rules
    }
}
