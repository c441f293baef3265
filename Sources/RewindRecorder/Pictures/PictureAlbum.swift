import RewindFormat
import RewindJournal
import RewindSystem

/// The pictures in a recording's directory, within their limit: the writer's thread keeps it.
struct PictureAlbum {
    private let limit: Int
    private var kept: [(name: String, step: Int, bytes: Int)] = []
    /// The last picture of the last step that has one.
    private var newest: (picture: Picture, step: Int)?

    init(limit: Int) { self.limit = limit }

    /// Whether a picture differs from the one that holds already, and has room at all.
    func wants(_ picture: Picture, at step: Int) -> Bool {
        let isThere = newest.map { $0.step <= step && $0.picture == picture } ?? false
        return !isThere && !picture.bytes.isEmpty && picture.bytes.count <= limit
    }

    func has(_ name: String) -> Bool { kept.contains { $0.name == name } }

    /// A name for a picture's file.
    func name(for picture: Picture, step: Int) -> String {
        var (name, number) = ("\(Manifest.picturePrefix)\(step).\(picture.suffix)", 1)
        while has(name) {
            number += 1
            name = "\(Manifest.picturePrefix)\(step)-\(number).\(picture.suffix)"
        }
        return name
    }

    /// Notes a picture that is written; returns the names of those that go for it.
    mutating func add(_ picture: Picture, as name: String, step: Int, bytes: Int) -> [String] {
        if newest.map({ $0.step <= step }) ?? true { newest = (picture, step) }
        kept.append((name, step, bytes))
        var (sum, count) = (kept.reduce(0) { $0 + $1.bytes }, 0)
        while count < kept.count - 1, sum > limit || kept.count - count > PictureCapture.countLimit {
            sum -= kept[count].bytes
            count += 1
        }
        return takeOut { _, place in place < count }
    }

    /// Takes out the pictures that hold at no step from this one on, and returns their names.
    mutating func drop(before step: Int) -> [String] {
        // A picture may come after one of a later step: the app names the step, or took long to draw.
        let past = kept.indices.filter { kept[$0].step <= step }
        guard past.count > 1, let held = past.max(by: { (kept[$0].step, $0) < (kept[$1].step, $1) }) else { return [] }
        return takeOut { picture, place in place != held && picture.step <= step }
    }

    private mutating func takeOut(_ isOver: ((name: String, step: Int, bytes: Int), Int) -> Bool) -> [String] {
        let gone = kept.enumerated().filter { isOver($0.element, $0.offset) }.map(\.element.name)
        if !gone.isEmpty { kept.removeAll { gone.contains($0.name) } }
        return gone
    }
}
