import RewindCapture
import RewindFormat
import RewindRedaction
import RewindValue
import Testing

@Suite("What Rewind says of losses, in a masked recording", .timeLimit(.minutes(5))) struct LossSentencesTests {
    private let redactor = Redactor(level: .masked)

    @Test(arguments: [
        "the actions of segment 7 are damaged and left out", "segments/000000/states.ndjson is cut off: its first line is kept, unchecked",
        "attachments/stderr.txt is damaged and left out", "crash.json is damaged and left out",
        "steps 4 to 6 could not be written: can't write 17 bytes to the file: Disk quota exceeded", "step 4 can't be read: it's torn",
        "unsound: step 3: the keyframe of main is not the state that the patches before it lead to: they differ at (all)",
    ])
    func ourOwnWordsStay(sentence: String) { #expect(redactor.redact(sentence, at: .ownWords) == sentence) }

    @Test(arguments: [
        "states of 'Ada Corvin' may be wrong in steps 3 to 5: at '/Ada/her own' the patches do not lead there",
        "unsound: manifest.json: the manifest lists the store 'Ada' twice", "the mark 'it was Ada's own' was added after step 4",
        "unsound: step 3: the patch does not fit the state before it: operation 0 (replace at \"/Ada\"): no value exists there",
        "unsound: step 3: operation 4 (copy at \"/Ada\"): \"Ada\" is not an array index",
        "unsound: step 3: the keyframe of main is not the state that the patches lead to: they differ at /Ada, /Ada/0", "'Ada",
        "the file 'Ada is lost",
    ])
    func whatTheyQuoteAndPlacesAreMasked(sentence: String) {
        let recorded = redactor.redact(sentence, at: .ownWords)
        #expect(!recorded.contains("Ada") && !recorded.contains("her own") && recorded.count == sentence.count, "\(recorded)")
        #expect(recorded.prefix(8) == sentence.prefix(8) || sentence.hasPrefix("'Ada"))
    }
}
