import Foundation
import RewindCapture
import RewindRecorder
import RewindValue
import TestSupport
import Testing

@Suite("Letters, digits and dates in masked recordings") struct MaskedCharactersTests: PlantedWordSearch {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: Letters

    @Test func everyLetterAndDigitBecomesAnother() {
        let redactor = Redactor(level: .masked)
        var alone: [String] = []
        for value in UInt32(0x80)...0x1FFFF where !(0x3400...0x9FFF).contains(value) && !(0xAC00...0xD7A3).contains(value) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isText: Bool =
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
                    .otherNumber:
                    true
                default: false
                }
            guard isText else { continue }
            let text = String(repeating: Character(scalar), count: 12)
            if redactor.recorded(text, at: .note) == text { alone.append(String(value, radix: 16)) }
        }
        #expect(alone.isEmpty, "\(alone.count): \(alone.prefix(40))")
    }

    // MARK: Numbers

    struct Numbers: Codable, Sendable {
        var a = Decimal(string: "49151123456000000000000000000") ?? 0
        var b = 4.9151123456e25
        var c: Float = 4_915_112
        var d = UInt128(49_151_123_456) * 10_000_000_000_000_000
        var e = [4.9151123456e25, 49_151_123_456.5]
        var f: [Decimal] = [Decimal(string: "49151123456") ?? 0]
        var g = -49_151_123_456
        var h = ["x": [49_151_123_456]]
    }

    @Test func longNumbersOfEveryTypeAreMasked() throws {
        let recorder = Recorder(.init(app: "Phone", directory: folder.path, level: .masked))
        let seam = recorder.store(initialState: Numbers())
        var next = Numbers()
        next.b = 4.9151123457e25
        next.a += 1
        _ = seam.reduce(next, from: Numbers()) { _, new in new }
        recorder.finish()
        expectNothing(of: ["4915112", "9151123", "1511234"], in: try #require(recorder.directory), "number")
    }
}
