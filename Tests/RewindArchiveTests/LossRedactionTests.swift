import RewindFormat
import RewindRedaction
import RewindValue
import Testing

@Suite("Losses in a masked recording", .timeLimit(.minutes(5))) struct LossRedactionTests {
    /// The losses of a recording that has become a masked one.
    private func masked(_ losses: [String]) throws -> [String] {
        var manifest = Manifest(recorder: "", started: 0)
        manifest.losses = try losses.map { Loss(json: try JSONValue(parsing: $0)) }
        return RecordingRedaction(.default, level: .masked, of: manifest).redact(manifest).losses.map(\.description)
    }

    @Test(arguments: [
        #"{"kind":"actions","steps":[61,66]}"#, #"{"kind":"knowledge","steps":[3,5],"store":"main"}"#,
        #"{"kind":"actions","reason":{"kind":"left-out","entry":"segments/000007/actions.ndjson"}}"#,
        #"{"kind":"damage","reason":{"kind":"cut-off","entry":"segments/000000/states.ndjson","kept":1}}"#,
        #"{"kind":"damage","reason":{"kind":"left-out","entry":"attachments/stderr.txt"}}"#,
        #"{"kind":"damage","reason":{"kind":"left-out","entry":"crash.json"}}"#, Loss.manifest.description,
        #"{"kind":"gap","steps":[4,6],"reason":{"kind":"unwritten","error":"can't write 17 bytes to the file: Disk quota exceeded"}}"#,
    ])
    func whatIsNotTheAppsStays(loss: String) throws { #expect(try masked([loss]) == [loss]) }

    @Test func namesOfTheAppAndItsTextsAreMasked() throws {
        let clean = try masked([
            #"{"kind":"knowledge","steps":[3,5],"store":"Ada","part":"Ada","reason":{"kind":"differs","at":"/Ada/her own"}}"#,
            #"{"kind":"damage","steps":[3,3],"reason":{"kind":"unsound","rule":"patch","error":"no value exists at \"/Ada\""}}"#,
            #"{"kind":"damage","reason":{"kind":"left-out","entry":"attachments/1-Ada.txt"}}"#,
            #"{"kind":"damage","reason":{"kind":"forbidden-name","entry":"Ada's own"}}"#,
            #"{"kind":"unknown","text":"the state of 'Ada' is missing"}"#,
            #"{"kind":"later","who":"Ada","reason":{"kind":"new","who":"Ada"}}"#,
        ])
        #expect(clean.allSatisfy { !$0.contains("Ada") && !$0.contains("her own") }, "\(clean)")
        #expect(clean[1] == #"{"kind":"damage","steps":[3,3],"reason":{"kind":"unsound","rule":"patch"}}"#)
        #expect(clean[0].hasPrefix(#"{"kind":"knowledge","steps":[3,5],"store":""#) && clean[0].hasSuffix(#""reason":{"kind":"differs"}}"#))
    }
}
