import RewindControl
import RewindReplay
import RewindSystem
import RewindValue

/// The versions of a state that a file has shown, to tell an edit of the file from the app's own changes meanwhile.
///
/// An edit is the difference from the newest version: what is in the file is in the app. Only an editor that wrote right after the app
/// can't have read that version, and has edited an earlier one.
struct ShownVersions {
    /// How long before its write an editor may have read.
    let raceTime: Duration
    /// The version that the file shows, and since when, in nanoseconds by the file system's clock.
    private(set) var newest: JSONValue = .null
    private var since = 0
    /// The earlier versions and until when the file showed them, the newest last.
    private var earlier: [(state: JSONValue, until: Int)] = []

    private static let limit = 8

    init(raceTime: Duration) { self.raceTime = raceTime }

    /// Notes the version that the file shows from now on.
    mutating func show(_ state: JSONValue, at time: Int) {
        if since != 0 {
            earlier.append((newest, time))
            if earlier.count > Self.limit { earlier.removeFirst() }
        }
        (newest, since) = (state, time)
    }

    /// The edit that leads to a text written at that time.
    ///
    /// It is the least change among the versions that the editor can have read. But a text that equals one of these versions was not edited
    /// from that version, since an edit changes something: it leads back from the newest.
    ///
    /// - Returns: the edit, and the places that the app had changed after the editor read the file: the app's values stay there.
    func edit(to value: JSONValue, writtenAt time: Int, site: String) -> (edit: StoreEdit, unread: [JSONPointer]) {
        var edit = StoreEdit(from: newest, to: value, site: site)
        if edit.patch.operations.count < 2 { return (edit, []) }
        let oldest = time - raceTime.nanoseconds
        let readable = earlier.filter { $0.until > oldest }.map(\.state)
        if readable.contains(value) { return (edit, []) }
        var (weight, base) = (edit.patch.weight, newest)
        for version in readable.reversed() {
            let other = StoreEdit(from: version, to: value, site: site)
            if other.patch.weight < weight { (edit, weight, base) = (other, other.patch.weight, version) }
        }
        let unread = Self.places(from: base, to: newest).filter { place in
            !edit.patch.operations.contains { $0.pointer.isPrefix(of: place) }
        }
        return (edit, unread)
    }

    private static func places(from version: JSONValue, to newest: JSONValue) -> [JSONPointer] {
        var places: [JSONPointer] = []
        for operation in TreeDiff(from: version, to: newest).exactPatch.operations where !places.contains(operation.pointer) {
            places.append(operation.pointer)
        }
        return places
    }
}
