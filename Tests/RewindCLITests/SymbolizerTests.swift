import RewindFormat
import Testing

@testable import RewindCLI

@Suite("Functions of a Mac's programs", .timeLimit(.minutes(5)))
struct SymbolizerTests {
    /// A number as a file has it.
    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    private static func segment(_ name: String, at address: UInt64) -> [UInt8] {
        bytes(UInt32(0x19)) + bytes(UInt32(72)) + Array((name.utf8 + Array(repeating: 0, count: 16)).prefix(16)) + bytes(address)
            + Array(repeating: 0, count: 40)
    }

    private static let program: [UInt8] =
        bytes(UInt32(0xFEED_FACF)) + Array(repeating: 0, count: 12) + bytes(UInt32(2)) + Array(repeating: 0, count: 12)
        + segment("__PAGEZERO", at: 0) + segment("__TEXT", at: 0x1_0000_0000)

    @Test func symbolsAreListedFromTheAddressOfTheText() {
        #expect(Symbolizer.machOStart(Self.program) == 0x1_0000_0000)
    }

    @Test func aFileForSeveralProcessorsIsReadByItsFirst() {
        let head = Self.bytes(UInt32(0xCAFE_BABE).byteSwapped) + Self.bytes(UInt32(1).byteSwapped) + Array(repeating: 0, count: 8)
        let file = head + Self.bytes(UInt32(64).byteSwapped) + Array(repeating: 0, count: 44) + Self.program
        #expect(Symbolizer.machOStart(file) == 0x1_0000_0000)
    }

    @Test func whatIsNoProgramOfAMacHasNoStart() {
        #expect(Symbolizer.machOStart([]) == nil)
        #expect(Symbolizer.machOStart(Array("\u{7F}ELF".utf8) + Array(repeating: 0, count: 100)) == nil)
        for count in 0..<Self.program.count - 40 { #expect(Symbolizer.machOStart(Array(Self.program.prefix(count))) == nil) }
    }

    @Test func aLineOfAtosIsAFunctionAndItsPlace() {
        #expect(
            Symbolizer.place(atos: "static Shop.pay(_:) (in Shop) (Shop.swift:12)")
                == Crash.Place(function: "static Shop.pay(_:)", line: "Shop.swift:12"))
        #expect(Symbolizer.place(atos: "swift_retain (in libswiftCore.dylib) + 60") == Crash.Place(function: "swift_retain"))
        #expect(Symbolizer.place(atos: "0x0000000100001984") == nil)
    }
}
