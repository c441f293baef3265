/// Steps in ascending order, each with the numbers of the changed elements if several share a list: two to five bytes for most.
struct ChangeList: Sendable, Equatable {
    private(set) var bytes: [UInt8] = []
    /// The number of numbers for each step.
    let width: Int
    /// How many changes were added.
    private(set) var count = 0
    private let limit: Int
    private var last = 0
    private var lastNumbers: [Int]

    /// The number of changes that have numbers of their own; later ones may be of any element.
    static let numberedLimit = 1 << 21
    /// The number that means any element.
    static let anyNumber = -1

    /// An empty list with a given number of numbers for each step.
    init(width: Int = 0, limit: Int = numberedLimit) {
        self.width = width
        self.limit = limit
        lastNumbers = Array(repeating: 0, count: width)
    }

    /// The list from its bytes; nothing can be added to it.
    init(bytes: [UInt8], width: Int) {
        self.init(width: width)
        self.bytes = bytes
    }

    /// Adds a step that is not before the last one; repeating the last change has no effect.
    mutating func add(_ step: Int, _ numbers: [Int] = []) {
        let numbers = count < limit ? numbers : Array(repeating: Self.anyNumber, count: width)
        if step == last, numbers == lastNumbers, !bytes.isEmpty { return }
        bytes.append(varint: step - last)
        for (number, before) in zip(numbers, lastNumbers) { bytes.append(varint: Self.zigzag(number - before)) }
        last = step
        lastNumbers = numbers
        count += 1
    }

    /// Calls `body` with each step, and with its numbers.
    func forEach(_ body: (Int, [Int]) -> Void) {
        var step = 0
        var numbers = Array(repeating: 0, count: width)
        bytes.withUnsafeBytes { bytes in
            var reader = VarintReader(bytes)
            while let distance = reader.next() {
                step &+= distance
                for index in 0..<width {
                    guard let difference = reader.next() else { return }
                    numbers[index] &+= Self.unzigzag(difference)
                }
                body(step, numbers)
            }
        }
    }

    /// Whether both have the same changes.
    static func == (left: ChangeList, right: ChangeList) -> Bool { left.width == right.width && left.bytes == right.bytes }

    private static func zigzag(_ number: Int) -> Int { (number << 1) ^ (number >> (Int.bitWidth - 1)) }
    private static func unzigzag(_ number: Int) -> Int { Int(bitPattern: UInt(bitPattern: number) >> 1) ^ -(number & 1) }
}
