import RewindFormat
import RewindValue
import Testing

@Suite("Edits as data", .timeLimit(.minutes(5)))
struct RecordingEditTests {
    @Test(arguments: [
        (
            #"{"kind":"trim","steps":[2,4],"of":[1,9],"later":"crashed","by":"rewind 1"}"#,
            "only steps 2 to 4 of 1 to 9 were kept; the app crashed later (rewind 1)"
        ),
        (#"{"kind":"trim","after":3,"of":[1,9]}"#, "only the state after step 3 of 1 to 9 was kept"),
        (#"{"kind":"filter","dropped":8,"of":11,"words":"some"}"#, "8 of 11 steps were left out, keeping some"),
        (#"{"kind":"redact"}"#, "secrets were removed, for a ticket"), (#"{"kind":"join","count":3}"#, "3 parts were put together"),
        (#"{"kind":"merge","parts":["phone","watch"]}"#, "phone and watch were put on one clock"),
        (#"{"kind":"minimize","kept":[7,20],"of":20,"until":"crash"}"#, "minimized to 2 of 20 steps, which were 7, 20, until crash"),
        (#"{"kind":"shorten","at":"/add/note","step":1}"#, "/add/note of step 1 is shorter than it was recorded"),
        (#"{"kind":"recompute","words":"step 3 is left out","part":"phone"}"#, "phone: what if: step 3 is left out"),
        (#"{"kind":"recompute"}"#, "every state was computed by the app's reducer"),
        (#"{"kind":"import","origin":"a log of actions"}"#, "imported from a log of actions"),
        (#"{"kind":"renumber"}"#, "the steps were numbered anew, and their causes are not kept"),
        (#"{"kind":"change","words":"only steps 1 to 2 were kept"}"#, "only steps 1 to 2 were kept"), (#"{"kind":"fold"}"#, "fold"),
    ])
    func haveTheirWords(json: String, words: String) throws {
        let edit = try #require(RecordingEdit(json: try JSONValue(parsing: json)))
        #expect(edit.text == words && JSONValue.object(edit.members).jsonText == json)
    }

    @Test func ofACutSayWhatTheyAreMadeOf() {
        let edit = RecordingEdit.trim(to: 2...4, after: 4, of: 1...9, later: .crashed)
        #expect(JSONValue.object(edit.members).jsonText == #"{"kind":"trim","steps":[2,4],"of":[1,9],"later":"crashed"}"#)
        let state = RecordingEdit.trim(to: nil, after: 3, of: 1...9, later: nil)
        #expect(JSONValue.object(state.members).jsonText == #"{"kind":"trim","after":3,"of":[1,9]}"#)
    }

    @Test func aSentenceOfAnOlderRecordingIsKept() throws {
        let edit = try #require(RecordingEdit(json: "only steps 1 to 6 of 1 to 9 were kept; the app crashed later"))
        #expect(edit.kind == .change && edit.words == edit.text && edit.members["steps"] == nil)
    }
}
