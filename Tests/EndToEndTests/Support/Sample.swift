import ReplayTestSupport
import RewindArchive
import RewindFormat
import RewindValue
import TestSupport

/// Recordings of two stores that never finished, as large as a test wants them: texts that hardly compress, in steps of many sizes.
struct Sample {
    /// Bytes of each segment's action stream, at least.
    var journalBytes: Int
    var segments = 1
    /// The longest text in an action.
    var textLimit = 1_200
    /// How many members the state has.
    var width = 8
    var attachment: [UInt8]?

    /// The directory of an app that died after its last step; what a damaged copy is compared with.
    func live(in folder: TemporaryFolder) throws -> String {
        var random = SeededGenerator(seed: Effort.seed)
        let builder = try RecordingBuilder(in: folder, stores: ["main", "cart"])
        var states = ["main": state(&random), "cart": state(&random)]
        var step = 0
        for segment in 0..<segments {
            if segment > 0 { try builder.roll() }
            for (store, state) in states.sorted(by: { $0.key < $1.key }) { builder.keyframe(step, state, store: store) }
            var bytes = 0
            while bytes < journalBytes {
                step += 1
                let store = random.below(5) == 0 ? "cart" : "main"
                let text = Self.text(random.below(textLimit), &random)
                try builder.action(step, "some/action\(random.below(9))", store: store) { line in
                    line.action = .object(JSONObject([("text", .string(text)), ("number", .number(.int(Int64(step))))]))
                    line.cause = step % 3 == 0 ? step - 1 : nil
                }
                bytes += text.utf8.count + 110
                let old = states[store] ?? .null
                let new = old.replacing("m\(random.below(width))", by: .string(Self.text(random.below(60), &random)))
                states[store] = new
                builder.line(step, store, .patch(TreeDiff(from: old, to: new).patch))
            }
        }
        builder.underWay(step, .idle)
        return try builder.die()
    }

    /// The same, sealed in one file of the folder.
    func sealed(in folder: TemporaryFolder, as name: String = "whole.rewind") throws -> [UInt8] {
        var sealing = Sealing()
        if let attachment {
            sealing.additions = [.init("attachments/photo.bin", attachment)]
            sealing.addsAsItIs = true
        }
        try sealing.seal(live(in: folder), to: folder.path(name))
        return try folder.read(name)
    }

    private func state(_ random: inout SeededGenerator) -> JSONValue {
        .object(JSONObject((0..<width).map { ("m\($0)", .string(Self.text(random.below(60), &random))) }))
    }

    /// A text that deflate shrinks by a quarter at most.
    static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789é\"")
        return String((0..<count).map { _ in letters[random.below(letters.count)] })
    }
}

extension JSONValue {
    fileprivate func replacing(_ key: String, by value: JSONValue) -> JSONValue {
        guard case .object(var object) = self else { return self }
        object[key] = value
        return .object(object)
    }
}
