import TestSupport
import Testing

/// Zero bytes as a deflate stream, at a thousandth of their size.
struct Zeros {
    /// A mebibyte that ends at a byte's border and refers to nothing before, so that it can be repeated.
    private let block: [UInt8]

    init() throws {
        let script = """
            import sys, zlib
            deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
            sys.stdout.buffer.write(deflate.compress(bytes(1 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH))
            """
        block = try Program.python().run(["-c", script]).outputBytes
        try #require(block.count < 1_200 && block.count > 900)
    }

    /// So many mebibytes, after bytes that are stored as they are.
    func deflated(mebibytes: Int, after head: [UInt8] = []) -> [UInt8] {
        var stream: [UInt8] = []
        for start in stride(from: 0, to: head.count, by: 65_535) {
            stream += TestSupport.deflated(Array(head[start..<min(head.count, start + 65_535)]), isLast: false)
        }
        for _ in 0..<mebibytes { stream += block }
        return stream + TestSupport.deflated([])
    }

    /// An entry of so many mebibytes, which says so.
    func entry(_ name: String, mebibytes: Int, after head: [UInt8] = []) -> ZipBuilder.Entry {
        var entry = ZipBuilder.Entry(name)
        entry.method = 8
        entry.stored = deflated(mebibytes: mebibytes, after: head)
        entry.size = UInt32(mebibytes << 20 + head.count)
        return entry
    }
}
