import Foundation
import RewindFormat
import RewindRecorder
import RewindValue
import TestSupport

extension SecretCampaign {
    /// An app that hands its recorder one secret after the other.
    struct Session {
        let recorder: Recorder
        let main: StoreRecorder<JSONValue>
        let typed: StoreRecorder<Typed>
        private var state: JSONObject = [:]
        private var value = Typed()

        init(recorder: Recorder, main: StoreRecorder<JSONValue>, typed: StoreRecorder<Typed>) {
            (self.recorder, self.main, self.typed) = (recorder, main, typed)
        }

        mutating func plant(_ secret: PlantedSecret, at place: SecretPlace, _ index: Int) throws {
            let (text, member) = Self.forms(of: secret.content)
            switch place {
            case .action: dispatch(member)
            case .nested: dispatch(["form": [["items": [member, 1]]]])
            case .state:
                dispatch(["kind": "load"]) { $0["k\(index)"] = member }
                dispatch(["kind": "unload"]) { $0["k\(index)"] = nil }
            case .element:
                dispatch(["kind": "list"]) { $0["list"] = [["id": 1], member] }
                dispatch(["kind": "list"]) { $0["list"] = [member, ["id": 1], ["id": 2]] }
            case .dictionaryKey: dispatch(["kind": "index"]) { $0["index"] = [text: 1, "b": 2] }
            case .actionName: _ = main.reduce(Named(actionName: text), from: .object(state)) { state, _ in state }
            case .markName: recorder.mark(text)
            case .markNote: recorder.mark("mark", note: text)
            case .log: recorder.log(text)
            case .textPair: recorder.log("it had \(text)")
            case .logMetadata: recorder.log("message", metadata: member.object ?? [:])
            case .site: _ = main.reduce(JSONValue.object([:]), from: .object(state), site: CallSite(text)) { state, _ in state }
            case .storeName: _ = recorder.store(text, initialState: JSONValue.object([:]))
            case .title: recorder.attach(text, Array("content".utf8), type: "text/plain")
            case .attachment: recorder.attach("attachment", Array("first line\n\(text)\nlast line".utf8), type: "text/plain")
            case .error:
                do { _ = try main.reduce("fail" as JSONValue, from: .object(state)) { _, _ in throw Untold.failed(text) } } catch {}
            case .metadata: recorder.set(metadata: ["m\(index)": member])
            case .swallowed: main.didSwallow(member)
            case .dump, .dumpedEntry: dump(secret.content)
            case .typedText: change { $0.text = text }
            case .typedNumber: if case .number(let number) = secret.content { change { $0.number = number } }
            case .bytes: change { $0.bytes = Array(text.utf8) }
            case .data: change { $0.data = Data(text.utf8) }
            case .typedEntry: if case .keyed(let key, let secret) = secret.content { change { $0.byName = [key: secret, "b": "c"] } }
            case .details: break
            }
        }

        /// A secret as a text and as an object's only interesting member.
        private static func forms(of content: PlantedSecret.Content) -> (String, JSONValue) {
            switch content {
            case .text(let text): (text, ["value": .string(text), "n": 1])
            case .keyed(let key, let value): ("\(key)=\(value)", [key: .string(value), "n": 1])
            case .keyedNumber(let key, let value): ("\(key)=\(value)", [key: .number(.int(value)), "n": 1])
            case .number(let number): (String(number), ["value": .number(.int(number)), "n": 1])
            }
        }

        private mutating func dispatch(_ action: JSONValue, _ change: (inout JSONObject) -> Void = { _ in }) {
            var next = state
            change(&next)
            _ = main.reduce(action, from: .object(state)) { _, _ in .object(next) }
            state = next
        }

        private mutating func change(_ change: (inout Typed) -> Void) {
            var next = value
            change(&next)
            _ = typed.reduce("change", from: value) { _, _ in next }
            value = next
        }

        private func dump(_ content: PlantedSecret.Content) {
            let action: Dumped =
                switch content {
                case .text(let text): text.utf8.count % 2 == 0 ? .text(text) : .both(id: 1, text)
                case .keyed(let key, let value): .entries([key: value, "b": "c"])
                case .keyedNumber(let key, let value): .entries([key: String(value)])
                case .number(let number): .number(number)
                }
            _ = main.reduce(action, from: .object(state)) { state, _ in state }
        }
    }
}
