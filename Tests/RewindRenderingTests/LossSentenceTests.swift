import RewindFormat
import RewindRendering
import RewindValue
import Testing

@Suite("The words for what is lost", .timeLimit(.minutes(5)))
struct LossSentenceTests {
    @Test(arguments: [
        (#"{"kind":"actions","steps":[61,66]}"#, "the actions of steps 61 to 66 are missing"),
        (#"{"kind":"actions","steps":[5,5]}"#, "the action of step 5 is missing"),
        (
            #"{"kind":"actions","reason":{"kind":"left-out","entry":"segments/000003/actions.ndjson"}}"#,
            "the actions of segments/000003/actions.ndjson are damaged and left out"
        ),
        (#"{"kind":"payloads","steps":[7,8]}"#, "of the actions of steps 7 to 8 only the beginnings are there"),
        (#"{"kind":"payloads","steps":[7,7]}"#, "of the action of step 7 only the beginning is there"),
        (#"{"kind":"states","steps":[41,43]}"#, "the states of steps 41 to 43 are missing"),
        (
            #"{"kind":"knowledge","steps":[3,5],"store":"cart"}"#,
            "the state of cart is not known from step 3 to 5, because it follows from a missing one"
        ),
        (
            #"{"kind":"knowledge","steps":[9,9],"store":"a"}"#,
            "the state of a is not known at step 9, because it follows from a missing one"
        ),
        (
            #"{"kind":"knowledge","steps":[3,5],"store":"main","reason":{"kind":"differs","at":"/items/0"}}"#,
            "states of main may be wrong in steps 3 to 5: at '/items/0' the patches do not lead to what the state encodes to in full; what encode(to:) writes must depend on the value alone"
        ),
        (#"{"kind":"values","count":2}"#, "2 values could not be encoded: 'rewind log' names the steps"),
        (
            #"{"kind":"damage","reason":{"kind":"checksum","entry":"segments/000000/actions.ndjson","offset":70,"bytes":35}}"#,
            "wrong checksum: 35 bytes at byte 70 of segments/000000/actions.ndjson"
        ),
        (
            #"{"kind":"damage","reason":{"kind":"missing","entry":"status"}}"#,
            "status is missing: how it ended, and what was under way then, is not known in full"
        ),
        (
            #"{"kind":"damage","reason":{"kind":"damaged","entry":"manifest.json"}}"#,
            "the manifest is damaged: which app it was, and what else only the manifest knew, is not known"
        ),
        (#"{"kind":"damage","reason":{"kind":"damaged","entry":"crash.json"}}"#, "crash.json is damaged"),
        (#"{"kind":"damage","reason":{"kind":"left-out","entry":"attachments/a.txt"}}"#, "attachments/a.txt is damaged and left out"),
        (
            #"{"kind":"damage","reason":{"kind":"damaged","entry":"segments/000001/states.ndjson","kept":1}}"#,
            "segments/000001/states.ndjson is damaged: one of its lines is kept, unchecked"
        ),
        (
            #"{"kind":"damage","reason":{"kind":"cut-off","entry":"segments/000001/states.ndjson","kept":12}}"#,
            "segments/000001/states.ndjson is cut off: its first 12 lines are kept, unchecked"
        ),
        (
            #"{"kind":"damage","reason":{"kind":"forbidden-name","entry":"my notes.txt"}}"#,
            "'my notes.txt' is left out: its name is not one that a bundle may hold"
        ),
        (
            #"{"kind":"damage","steps":[6,6],"reason":{"kind":"unsound","entry":"a","rule":"patch","error":"the patch does not fit"}}"#,
            "unsound: step 6: the patch does not fit"
        ),
        (
            #"{"kind":"damage","reason":{"kind":"unsound","entry":"a","rule":"order"}}"#,
            "unsound: a: it breaks the rule 'order' of the format"
        ),
        (#"{"kind":"damage","count":4,"reason":{"kind":"unsound","entry":"a","rule":"order"}}"#, "unsound: a: and 4 more of that kind"),
        (
            #"{"kind":"gap","steps":[4,6],"reason":{"kind":"unwritten","error":"the disk is full"}}"#,
            "steps 4 to 6 could not be written: the disk is full"
        ),
        (
            #"{"kind":"gap","steps":[3,3],"part":"phone","reason":{"kind":"in-no-part"}}"#,
            "phone: step 3 is in none of the parts that were put together"
        ),
        (
            #"{"kind":"states","steps":[8,9],"ownNumbers":true,"part":"a/b"}"#,
            "a/b: the states of steps 8 to 9 are missing (by its own numbers)"
        ),
        (#"{"kind":"unknown","text":"the sun was in my eyes"}"#, "the sun was in my eyes"),
        (#"{"kind":"later","deep":1}"#, #"something that this version does not know: {"kind":"later","deep":1}"#),
    ])
    func areMadeOfTheData(json: String, sentence: String) throws {
        #expect(Loss(json: try JSONValue(parsing: json)).sentence == sentence)
    }

    @Test(arguments: Loss.Kind.allCases) func areThereWhateverIsMissing(kind: Loss.Kind) {
        #expect(!Loss(kind).sentence.isEmpty)
        for reason in Loss.Reason.Kind.allCases { #expect(!Loss(kind, Loss.Reason(reason)).sentence.isEmpty) }
    }
}
