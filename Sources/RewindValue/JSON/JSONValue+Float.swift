extension JSONValue {
    /// The key under which a number that JSON lacks is kept: `{"$float": "nan"}`.
    package static let floatTag = "$float"

    /// A number; NaN and the infinities as tagged objects.
    package init(_ value: Double) {
        if let number = JSONNumber(value) {
            self = .number(number)
        } else {
            self = .object([Self.floatTag: .string(value.isNaN ? "nan" : value > 0 ? "inf" : "-inf")])
        }
    }

    /// The number that the shortest digits of a `Float` show: `0.1`, not `0.10000000149011612`.
    package init(_ value: Float) {
        self.init(value.isFinite ? Double(value.description) ?? Double(value) : Double(value))
    }

    /// NaN or an infinity, if this is one, tagged.
    package var taggedFloat: Double? {
        guard case .object(let object) = self, object.count == 1 else { return nil }
        switch object[Self.floatTag]?.string {
        case "nan": return .nan
        case "inf": return .infinity
        case "-inf": return -.infinity
        default: return nil
        }
    }
}
