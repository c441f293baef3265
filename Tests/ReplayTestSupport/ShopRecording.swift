import RewindFormat
import RewindJournal
import RewindReplay
import RewindValue
package import TestSupport

/// A recording that tests look at in many ways.
package enum ShopRecording {
    /// A shop whose process died in the reducer of step 4, in its directory.
    package static func crashed(in folder: TemporaryFolder) throws -> String {
        let builder = try RecordingBuilder(in: folder) { manifest in
            manifest.title = "Buying \u{202E}tea"
            manifest.removals = ["key words": 2]
        }
        builder.keyframe(0, ["cart": ["items": [], "note": "\u{1B}[2J"], "isLoading": false])
        try builder.action(1, "cart/add") { $0.site = "Cart.swift:12" }
        try builder.action(2, "cart/load") { $0.cause = 1 }
        try builder.action(3, "cart/didLoad") { $0.cause = 2 }
        try builder.action(4, "cart/pay", time: 62_500_000_000)
        try builder.patch(1, #"[{"op":"add","path":"/cart/items/-","value":{"id":7,"name":"tea"}}]"#)
        try builder.patch(3, #"[{"op":"replace","path":"/isLoading","value":true},{"op":"remove","path":"/cart/note"}]"#, merged: 2...3)
        builder.underWay(4, .reducer)
        return try builder.die()
    }
}
