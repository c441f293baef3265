/// Turns a live stream into what a sealed recording holds: its sound lines, without their checksums.
package enum SealedStream {
    /// The sealed form of a live stream's bytes; `damage` is what reading these very bytes found to be no line.
    package static func bytes(ofLive live: [UInt8], damage: [Damage]) -> [UInt8] {
        let malformed = Set(damage.lazy.filter { $0.reason == .malformed }.map(\.offset))
        var sealed: [UInt8] = []
        sealed.reserveCapacity(live.count)
        live.withUnsafeBytes { buffer in
            _ = LineScanner(entry: "", isLive: true).scan(buffer) { line in
                guard let body = LiveLine.body(of: line), let start = line.baseAddress, let origin = buffer.baseAddress,
                    !malformed.contains(start - origin)
                else { return false }
                sealed.append(contentsOf: body)
                sealed.append(contentsOf: [UInt8(ascii: "}"), UInt8(ascii: "\n")])
                return true
            }
        }
        return sealed
    }
}
