import RewindFormat
import RewindJournal
import RewindSystem

/// The pictures in a recording's directory, within their limit: the writer's thread keeps it.
struct PictureAlbum {
    private let limit: Int
    private var kept: [(name: String, step: Int, bytes: Int)] = []
    private var newest: Picture?

    init(limit: Int) { self.limit = limit }

    /// Whether a picture differs from the newest one, and has room at all.
    func wants(_ picture: Picture) -> Bool { picture != newest && !picture.bytes.isEmpty && picture.bytes.count <= limit }

    /// A name for a picture's file.
    func name(for picture: Picture, step: Int) -> String {
        var (name, number) = ("\(Manifest.picturePrefix)\(step).\(picture.suffix)", 1)
        while kept.contains(where: { $0.name == name }) {
            number += 1
            name = "\(Manifest.picturePrefix)\(step)-\(number).\(picture.suffix)"
        }
        return name
    }

    /// Notes a picture that is written; returns the names of those that go for it.
    mutating func add(_ picture: Picture, as name: String, step: Int, bytes: Int) -> [String] {
        newest = picture
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
        guard let held = kept.lastIndex(where: { $0.step <= step }), held > 0 else { return [] }
        return takeOut { picture, place in place < held && picture.step <= step }
    }

    private mutating func takeOut(_ isOver: ((name: String, step: Int, bytes: Int), Int) -> Bool) -> [String] {
        let gone = kept.enumerated().filter { isOver($0.element, $0.offset) }.map(\.element.name)
        if !gone.isEmpty { kept.removeAll { gone.contains($0.name) } }
        return gone
    }
}
