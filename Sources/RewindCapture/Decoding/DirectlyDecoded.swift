import RewindValue
import SmallFoundation

/// A type that we decode ourselves instead of asking its `init(from:)`.
protocol DirectlyDecoded: Decodable {
    init(decoding value: JSONValue, at path: CodingPath) throws
}

extension JSONValue: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) { self = value }
}

extension Bool: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        guard case .bool(let bool) = value else { throw value.mismatch(Bool.self, at: path) }
        self = bool
    }
}

extension String: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        guard case .string(let text) = value else { throw value.mismatch(String.self, at: path) }
        self = text
    }
}

extension Double: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        if let tagged = value.taggedFloat {
            self = tagged
        } else {
            guard case .number(let number) = value else { throw value.mismatch(Double.self, at: path) }
            self = number.doubleValue
            if !isFinite { throw number.rangeError(for: Double.self, at: path) }
        }
    }
}

extension Float: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        if let tagged = value.taggedFloat {
            self = Float(tagged)
        } else {
            guard case .number(let number) = value else { throw value.mismatch(Float.self, at: path) }
            // From the digits: going by way of `Double` would round twice.
            guard let float = Float(number.text), float.isFinite else { throw number.rangeError(for: Float.self, at: path) }
            self = float
        }
    }
}

extension FixedWidthInteger where Self: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        guard case .number(let number) = value else { throw value.mismatch(Self.self, at: path) }
        let exact: Self? =
            switch number {
            case .int(let int): Self(exactly: int)
            case .uint(let uint): Self(exactly: uint)
            case .double(let double): Self(exactly: double)
            case .decimal(let digits): Self(digits: digits)
            }
        guard let exact else { throw number.rangeError(for: Self.self, at: path) }
        self = exact
    }

    /// Parses digits such as `-1.25e20` as an integer; `nil` if they are not one.
    private init?(digits: String) {
        let parts = digits.split(separator: "e")
        guard let mantissa = parts.first, let exponent = parts.count == 2 ? Int(parts[1]) : 0 else { return nil }
        let halves = mantissa.split(separator: ".")
        let fraction = halves.count == 2 ? halves[1] : ""
        let zeros = exponent - fraction.count
        guard let whole = halves.first, (0...Self.bitWidth).contains(zeros) else { return nil }
        self.init(whole + fraction + String(repeating: "0", count: zeros))
    }
}

extension Int: DirectlyDecoded {}
extension Int8: DirectlyDecoded {}
extension Int16: DirectlyDecoded {}
extension Int32: DirectlyDecoded {}
extension Int64: DirectlyDecoded {}
extension Int128: DirectlyDecoded {}
extension UInt: DirectlyDecoded {}
extension UInt8: DirectlyDecoded {}
extension UInt16: DirectlyDecoded {}
extension UInt32: DirectlyDecoded {}
extension UInt64: DirectlyDecoded {}
extension UInt128: DirectlyDecoded {}

extension Date: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        self.init(timeIntervalSinceReferenceDate: try Double(decoding: value, at: path))
    }
}

extension Data: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        guard let data = Data(base64Encoded: try String(decoding: value, at: path)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: path.keys, debugDescription: "Encountered Data is not valid Base64."))
        }
        self = data
    }
}

extension URL: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        guard let url = URL(string: try String(decoding: value, at: path)) else {
            throw DecodingError.dataCorrupted(.init(codingPath: path.keys, debugDescription: "Invalid URL string."))
        }
        self = url
    }
}

extension Decimal: DirectlyDecoded {
    init(decoding value: JSONValue, at path: CodingPath) throws {
        if let tagged = value.taggedFloat, tagged.isNaN {
            self = .nan
        } else {
            guard case .number(let number) = value else { throw value.mismatch(Decimal.self, at: path) }
            guard let decimal = Decimal(string: number.text) else { throw number.rangeError(for: Decimal.self, at: path) }
            self = decimal
        }
    }
}

extension JSONNumber {
    fileprivate func rangeError(for type: Any.Type, at path: CodingPath) -> DecodingError {
        .dataCorrupted(.init(codingPath: path.keys, debugDescription: "Parsed JSON number <\(text)> does not fit in \(type)."))
    }
}
