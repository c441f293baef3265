/// Where an index of paths is kept between one process and the next, beside a recording and never in it.
///
/// What is kept there belongs to one recording exactly: whoever makes a store of this kind sees to that, by the hash of the manifest, say.
public protocol PathIndexStore: Sendable {
    /// The bytes that were kept; `nil` where there are none, or none that can be read.
    func load() -> [UInt8]?

    /// Keeps bytes, or leaves it: an index that can't be kept is made again the next time.
    func save(_ bytes: [UInt8])
}
