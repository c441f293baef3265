extension JSONValue {
    /// Whether a `test` of one value finds the other (RFC 6902, section 4.6): as `==`, but numbers are equal if their values are, as 0 and -0.
    package func passesTest(for other: JSONValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left == right || left.isZero && right.isZero
        case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy { $0.passesTest(for: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { right[$0.key].map($0.value.passesTest) ?? false }
        default: self == other
        }
    }
}

extension JSONNumber {
    /// Of all numbers, only zero has two forms.
    fileprivate var isZero: Bool {
        switch self {
        case .int(let value): value == 0
        case .double(let value): value == 0
        case .uint, .decimal: false
        }
    }
}
