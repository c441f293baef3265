/// Turns a live stream into what a sealed recording holds: its sound lines, without their checksums.
package enum SealedStream {
    /// The sealed form of a live stream's bytes; `damage` is what reading these very bytes found to be no line.
    package static func bytes(ofLive live: [UInt8], damage: [Damage]) -> [UInt8] {
        if live.isEmpty { return [] }  // an array made without capacity is one that all threads share, and it would be written to
        let malformed = Set(damage.lazy.filter { $0.reason == .malformed }.map { $0.offset })
        return live.withUnsafeBytes { buffer in
            // A line loses its checksum and nothing gets longer.
            [UInt8](unsafeUninitializedCapacity: live.count) { sealed, count in
                _ = LineScanner(entry: "", isLive: true).scan(buffer) { line in
                    guard let start = line.baseAddress, let origin = buffer.baseAddress,
                        malformed.isEmpty || !malformed.contains(start - origin)
                    else { return false }
                    let body = LiveLine.body(ofSound: line)
                    let place = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(sealed)[count...])
                    place.copyMemory(from: body)
                    place[body.count] = UInt8(ascii: "}")
                    place[body.count + 1] = UInt8(ascii: "\n")
                    count += body.count + 2
                    return true
                }
            }
        }
    }
}
