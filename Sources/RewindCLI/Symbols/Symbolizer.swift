import RewindFormat
import RewindSystem
import RewindValue

/// The tool that knows the functions of a program's file: `llvm-symbolizer` of the Swift toolchain; on a Mac, whose programs keep their debug
/// information elsewhere, `atos` of the system.
enum Symbolizer {
    /// The functions at offsets of a program's file, innermost first, from a single run; `nil` if the tool is missing or fails.
    static func places(at offsets: [UInt64], in file: String) -> [[Crash.Place]]? {
        let start = machOStart(FileSystem.head(of: file, count: 1 << 16) ?? [])
        let addresses = offsets.map { "0x" + String($0 &+ (start ?? 0), radix: 16) }
        if start != nil, let output = ToolRun.output(of: ["atos", "-o", file] + addresses) {
            let lines = String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            if lines.count >= offsets.count { return lines.prefix(offsets.count).map { place(atos: $0).map { [$0] } ?? [] } }
        }
        return symbols(at: addresses, in: file)?.map { $0.compactMap(place) }
    }

    /// The source files, with their folders, of the functions at offsets of a program's file; none if the tool does not tell.
    static func files(at offsets: [UInt64], in file: String) -> [String] {
        symbols(at: offsets.map { "0x" + String($0, radix: 16) }, in: file)?.joined().compactMap { $0["FileName"]?.string } ?? []
    }

    /// What llvm-symbolizer says of addresses.
    private static func symbols(at addresses: [String], in file: String) -> [[JSONValue]]? {
        for tool in ["llvm-symbolizer"] + toolchainTools {
            let command = [tool, "--output-style=JSON", "--inlines", "--obj=\(file)"] + addresses
            guard let output = ToolRun.output(of: command), let answers = (try? JSONValue(parsing: output))?.array,
                answers.count == addresses.count
            else { continue }
            return answers.map { $0["Symbol"]?.array ?? [] }
        }
        return nil
    }

    private static func place(_ symbol: JSONValue) -> Crash.Place? {
        guard let name = symbol["FunctionName"]?.string, !name.isEmpty else { return nil }
        var place = Crash.Place(function: Demangler.name(name))
        if let path = symbol["FileName"]?.string, !path.isEmpty, let line = symbol["Line"]?.int, line > 0 {
            place.line = "\(path.split(separator: "/").last ?? ""):\(line)"
        }
        return place
    }

    /// A line of atos: `f(_:) (in Shop) (Shop.swift:12)`, `f(_:) (in Shop) + 12` without debug information, or the address alone.
    static func place(atos line: Substring) -> Crash.Place? {
        guard let image = line.firstRange(of: " (in ") else { return nil }
        var place = Crash.Place(function: Demangler.name(String(line[..<image.lowerBound])))
        if line.last == ")", let open = line.lastIndex(of: "("), line[open...].contains(":") {
            place.line = String(line[open...].dropFirst().dropLast())
        }
        return place
    }

    /// The address under which a Mac's file lists what is at offset 0, by the first bytes of the file; `nil` for a file of another system.
    ///
    /// An ELF file lists its symbols by their offsets, a program in Mach-O from 0x100000000 on. Of a file for several processors, the first
    /// part tells for all.
    static func machOStart(_ head: [UInt8]) -> UInt64? {
        head.withUnsafeBytes { head in
            func number(_ place: Int) -> UInt32 {
                place + 4 <= head.count ? UInt32(littleEndian: head.loadUnaligned(fromByteOffset: place, as: UInt32.self)) : 0
            }
            let start = number(0) == 0xBEBA_FECA ? Int(number(16).byteSwapped) : 0
            guard number(start) == 0xFEED_FACF else { return nil }
            var command = start + 32
            while command + 32 <= head.count {
                // LC_SEGMENT_64: kind and size, sixteen bytes of name, the address.
                if number(command) == 0x19, head[(command + 8)..<(command + 15)].elementsEqual("__TEXT\0".utf8) {
                    return UInt64(number(command + 28)) << 32 | UInt64(number(command + 24))
                }
                guard number(command + 4) >= 8 else { break }
                command += Int(number(command + 4))
            }
            return nil
        }
    }

    /// The symbolizer of the toolchain, if only `swift` is on the `PATH`.
    private static let toolchainTools: [String] = (SystemFacts.environment("PATH") ?? "").split(separator: ":")
        .filter { FileSystem.kind(of: "\($0)/swift") == .file }.map { "\($0)/llvm-symbolizer" }
}
