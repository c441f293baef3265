import RewindFormat
import RewindJournal
import RewindValue
package import TestSupport

/// Recordings of several stores.
package enum SeveralStores {
    /// An app with a store of counts and one of wishes, whose states have nothing in common; the last step is that of the wishes.
    package static func ofTwoTypes(in folder: TemporaryFolder) throws -> String {
        let builder = try RecordingBuilder(in: folder, stores: ["main", "wishes"], state: ["count": 0]) { manifest in
            manifest.stores[0].state = "Shop.Counter"
            manifest.stores[1].state = "Shop.Wishes"
            manifest.types["Shop.Counter"] = ["kind": "struct", "fields": ["count": "Swift.Int"]]
            manifest.types["Shop.Wishes"] = ["kind": "struct", "fields": ["names": "Swift.Array<Swift.String>"]]
        }
        builder.keyframe(0, ["names": []], store: "wishes")
        try builder.count([1, 2], "count/add")
        try builder.step(3, "wishes/add", #"[{"op":"add","path":"/names/0","value":"tea"}]"#, store: "wishes")
        try builder.step(4, "wishes/add", #"[{"op":"add","path":"/names/1","value":"cake"}]"#, store: "wishes")
        return try builder.finish()
    }

    /// Two windows of one type, `left` and `right`, in segments that each change only one of them: the right one counts to 3 in steps 12 to 14, the
    /// left one never counts.
    package static func ofOneType(in folder: TemporaryFolder) throws -> String {
        let builder = try RecordingBuilder(in: folder, stores: ["left", "right"])
        builder.keyframe(0, ["count": 0, "ticks": 0], store: "left")
        builder.keyframe(0, ["count": 0, "ticks": 0], store: "right")
        for segment in 0..<6 {
            let isRight = segment == 2
            let store = isRight ? "right" : "left"
            for step in (5 * segment + 1)...(5 * segment + 5) {
                try builder.action(step, "\(store)/tick", store: store)
                let counts = isRight && (12...14).contains(step)
                let change = counts ? #""/count","value":\#(step - 11)"# : #""/ticks","value":\#(step)"#
                try builder.patch(step, #"[{"op":"replace","path":\#(change)}]"#, store: store)
            }
            guard segment < 5 else { break }
            try builder.roll()
            let end = 5 * segment + 5
            builder.keyframe(end, ["count": 0, "ticks": .number(JSONNumber(isRight ? 10 : end))], store: "left")
            builder.keyframe(end, segment < 2 ? ["count": 0, "ticks": 0] : ["count": 3, "ticks": 15], store: "right")
        }
        return try builder.finish()
    }
}
