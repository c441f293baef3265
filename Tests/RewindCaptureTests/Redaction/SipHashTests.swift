import Testing

@testable import RewindRedaction

@Suite("SipHash", .timeLimit(.minutes(5))) struct SipHashTests {
    /// As Python has it, whose `hash(bytes(range(count)))` is this function with a key of zeros under `PYTHONHASHSEED=0`.
    @Test(arguments: [(8, 0xead4_11e6_7ebe_2eea), (15, 0xf30e_b725_bb91_c9ea), (63, 0x385d_3e39_e5f3_7359)] as [(Int, UInt64)])
    func itIsWhatOthersCallSo(count: Int, hash: UInt64) {
        let bytes = (8..<count).map { UInt8($0) }
        #expect(bytes.withUnsafeBytes { SipHash.hash(key: (0, 0), 0x0706_0504_0302_0100, $0) } == hash)
    }

    @Test func anotherKeyGivesAnother() {
        let hashes = [(0, 0), (1, 0), (0, 1)].map { SipHash.hash(key: $0, 7, UnsafeRawBufferPointer(start: nil, count: 0)) }
        #expect(Set(hashes).count == 3)
    }
}
