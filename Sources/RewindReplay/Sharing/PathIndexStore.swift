/// Keeps an index of paths from one process to the next, outside the recording.
///
/// Each index belongs to exactly one recording; a store of this kind must ensure that, for example by the hash of the manifest.
package protocol PathIndexStore: Sendable {
    /// The bytes that were kept; `nil` if no bytes were kept, or they can't be read.
    func load() -> [UInt8]?

    /// Keeps bytes if possible: an index that can't be kept is built again the next time.
    func save(_ bytes: [UInt8])
}
