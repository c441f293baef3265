// Declarations of Apple's module Foundation that the project uses, and the names of its other public types, so that a name that would be
// ambiguous on Apple's systems is ambiguous here. Signatures as Apple's documentation has them; no implementation.
@_exported import Combine
@_exported import Darwin
@_exported import Dispatch
@_exported import ObjectiveC

public typealias TimeInterval = Double

public struct Data: Hashable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection, Codable, Sendable, ContiguousBytes, DataProtocol {
    public typealias Index = Int
    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    public struct WritingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let atomic = WritingOptions(rawValue: 1)
    }
    private var bytes: [UInt8] = []
    public init() {}
    public init(bytes: UnsafeRawPointer, count: Int) { fatalError() }
    public init(repeating: UInt8, count: Int) { fatalError() }
    public init<S: Sequence>(_ elements: S) where S.Element == UInt8 { fatalError() }
    public init(contentsOf url: URL, options: ReadingOptions = []) throws { fatalError() }
    public init?(base64Encoded base64String: String, options: Base64DecodingOptions = []) { fatalError() }
    public init?(base64Encoded base64Data: Data, options: Base64DecodingOptions = []) { fatalError() }
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
    public func range<D: DataProtocol>(of dataToFind: D) -> Range<Index>? { fatalError() }
    public func write(to url: URL, options: WritingOptions = []) throws { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    public var startIndex: Int { 0 }
    public var endIndex: Int { bytes.count }
    public subscript(index: Int) -> UInt8 { get { bytes[index] } set { bytes[index] = newValue } }
    public subscript(bounds: Range<Int>) -> Data { get { fatalError() } set { fatalError() } }
    public func index(after i: Int) -> Int { i + 1 }
    public func index(before i: Int) -> Int { i - 1 }
    public mutating func replaceSubrange<C: Collection>(_ subrange: Range<Int>, with newElements: C) where C.Element == UInt8 {}
}

public struct Date: Hashable, Comparable, Codable, Sendable {
    public var timeIntervalSinceReferenceDate: TimeInterval
    public init() { fatalError() }
    public init(timeIntervalSinceReferenceDate: TimeInterval) { fatalError() }
    public init(timeIntervalSince1970: TimeInterval) { fatalError() }
    public var timeIntervalSince1970: TimeInterval { fatalError() }
    public var timeIntervalSinceNow: TimeInterval { fatalError() }
    public init(timeIntervalSinceNow: TimeInterval) { fatalError() }
    public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
    public static var now: Date { fatalError() }
    public static var distantPast: Date { fatalError() }
    public static var distantFuture: Date { fatalError() }
    public static func < (left: Date, right: Date) -> Bool { fatalError() }
}

public struct URL: Hashable, Codable, Sendable {
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
    public init?(string: String) { fatalError() }
    public init(fileURLWithPath path: String) { fatalError() }
    public init(fileURLWithPath path: String, isDirectory: Bool) { fatalError() }
    public init(filePath: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) { fatalError() }
    public var absoluteString: String { fatalError() }
    public var path: String { fatalError() }
    public func path(percentEncoded: Bool = true) -> String { fatalError() }
    public var lastPathComponent: String { fatalError() }
    public var pathExtension: String { fatalError() }
    public var scheme: String? { fatalError() }
    public func host(percentEncoded: Bool = true) -> String? { fatalError() }
    public var port: Int? { fatalError() }
    public func appendingPathComponent(_ pathComponent: String) -> URL { fatalError() }
    public func appending<S: StringProtocol>(path: S, directoryHint: DirectoryHint = .inferFromPath) -> URL { fatalError() }
    public func appending<S: StringProtocol>(component: S, directoryHint: DirectoryHint = .inferFromPath) -> URL { fatalError() }
    public func deletingPathExtension() -> URL { fatalError() }
    public func deletingLastPathComponent() -> URL { fatalError() }
    public static var temporaryDirectory: URL { fatalError() }
    public var standardized: URL { fatalError() }
    public var standardizedFileURL: URL { fatalError() }
    public var pathComponents: [String] { fatalError() }
    public var isFileURL: Bool { fatalError() }
    public var query: String? { fatalError() }
    public func resolvingSymlinksInPath() -> URL { fatalError() }
    public func appendingPathExtension(_ pathExtension: String) -> URL { fatalError() }
    public func appendingPathComponent(_ pathComponent: String, isDirectory: Bool) -> URL { fatalError() }
    public init?(string: String, relativeTo url: URL?) { fatalError() }
}

public struct UUID: Hashable, Codable, Sendable, CustomStringConvertible {
    public init() { fatalError() }
    public init?(uuidString: String) { fatalError() }
    public init(uuid: uuid_t) { fatalError() }
    public var uuid: uuid_t { fatalError() }
    public var uuidString: String { fatalError() }
    public var description: String { fatalError() }
}

public struct Decimal: Hashable, Comparable, Codable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public init() { fatalError() }
    public init?(string: String, locale: Locale? = nil) { fatalError() }
    public init(_ value: Int) { fatalError() }
    public init(integerLiteral value: Int) { fatalError() }
    public static var nan: Decimal { fatalError() }
    public var isNaN: Bool { fatalError() }
    public var description: String { fatalError() }
    public static func < (left: Decimal, right: Decimal) -> Bool { fatalError() }
}

public struct Locale: Hashable, Codable, Sendable {
    public init(identifier: String) { fatalError() }
    public var identifier: String { fatalError() }
    public static var current: Locale { fatalError() }
    public static var autoupdatingCurrent: Locale { fatalError() }
}
public struct TimeZone: Hashable, Codable, Sendable {
    public var identifier: String { fatalError() }
    public static var current: TimeZone { fatalError() }
    public static var autoupdatingCurrent: TimeZone { fatalError() }
    public static var gmt: TimeZone { fatalError() }
    public init?(identifier: String) { fatalError() }
    public init?(secondsFromGMT: Int) { fatalError() }
    public func secondsFromGMT(for date: Date = Date()) -> Int { fatalError() }
}
public struct Calendar: Hashable, Codable, Sendable {
    public enum Identifier: Sendable { case gregorian, iso8601 }
    public init(identifier: Identifier) { fatalError() }
    public var timeZone: TimeZone { get { fatalError() } set {} }
    public static var current: Calendar { fatalError() }
    public static var autoupdatingCurrent: Calendar { fatalError() }
}
public struct DateComponents: Hashable, Codable, Sendable {
    public init(
        calendar: Calendar? = nil, timeZone: TimeZone? = nil, year: Int? = nil, month: Int? = nil, day: Int? = nil
    ) { fatalError() }
    public var isValidDate: Bool { fatalError() }
    public var year: Int? { get { fatalError() } set {} }
    public var month: Int? { get { fatalError() } set {} }
    public var day: Int? { get { fatalError() } set {} }
}

open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { fatalError() }
    open var temporaryDirectory: URL { fatalError() }
    open var currentDirectoryPath: String { fatalError() }
    open var homeDirectoryForCurrentUser: URL { fatalError() }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func subpathsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws { fatalError() }
    open func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws { fatalError() }
    open func copyItem(atPath source: String, toPath destination: String) throws { fatalError() }
    open func moveItem(atPath source: String, toPath destination: String) throws { fatalError() }
    open func linkItem(atPath source: String, toPath destination: String) throws { fatalError() }
    open func isExecutableFile(atPath path: String) -> Bool { fatalError() }
    open func isWritableFile(atPath path: String) -> Bool { fatalError() }
    open func isReadableFile(atPath path: String) -> Bool { fatalError() }
    open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
    open func enumerator(atPath path: String) -> DirectoryEnumerator? { fatalError() }
    open class DirectoryEnumerator: NSObject, Sequence, IteratorProtocol { open func next() -> Any? { fatalError() } }
    open func contentsOfDirectory(
        at url: URL, includingPropertiesForKeys keys: [URLResourceKey]?, options: DirectoryEnumerationOptions = []
    ) throws -> [URL] { fatalError() }
    public struct DirectoryEnumerationOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }
    open func createDirectory(
        at url: URL, withIntermediateDirectories createIntermediates: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws { fatalError() }
    open func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
    @discardableResult open func changeCurrentDirectoryPath(_ path: String) -> Bool { fatalError() }
    open func contents(atPath path: String) -> Data? { fatalError() }
    open func fileExists(atPath path: String) -> Bool { fatalError() }
    open func removeItem(atPath path: String) throws { fatalError() }
    open func removeItem(at url: URL) throws { fatalError() }
    open func moveItem(at source: URL, to destination: URL) throws { fatalError() }
    open func createDirectory(
        atPath path: String, withIntermediateDirectories createIntermediates: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws { fatalError() }
    @discardableResult open func createFile(atPath path: String, contents data: Data?, attributes: [FileAttributeKey: Any]? = nil) -> Bool { fatalError() }
}

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
    open var environment: [String: String] { fatalError() }
    open var arguments: [String] { fatalError() }
    open var activeProcessorCount: Int { fatalError() }
    open var physicalMemory: UInt64 { fatalError() }
    open var systemUptime: TimeInterval { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
    public init() {}
    public struct OutputFormatting: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)
    }
    public enum NonConformingFloatEncodingStrategy: Sendable {
        case `throw`
        case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    open var outputFormatting: OutputFormatting { get { fatalError() } set {} }
    open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy { get { fatalError() } set {} }
    open func encode<T: Encodable>(_ value: T) throws -> Data { fatalError() }
}
open class JSONDecoder: @unchecked Sendable {
    public init() {}
    public enum NonConformingFloatDecodingStrategy: Sendable {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy { get { fatalError() } set {} }
    open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { fatalError() }
}
open class PropertyListEncoder {}
open class PropertyListDecoder {}

open class NSError: NSObject, Error, @unchecked Sendable {
    public init(domain: String, code: Int, userInfo dict: [String: Any]? = nil) {}
    open var userInfo: [String: Any] { fatalError() }
    open var domain: String { fatalError() }
    open var code: Int { fatalError() }
}
public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

public struct CocoaError: Error, Hashable, Sendable {
    public struct Code: Hashable, Sendable {
        public static var fileReadUnknown: Code { fatalError() }
        public static var fileNoSuchFile: Code { fatalError() }
    }
    public let code: Code
    public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
}
public struct POSIXError: Error, Hashable, Sendable {}
public struct MachError: Error, Hashable, Sendable {}
public struct URLError: Error, Hashable, Sendable {}

open class NSFileCoordinator: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var forUploading: ReadingOptions { fatalError() }
        public static var withoutChanges: ReadingOptions { fatalError() }
    }
    open func coordinate(readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer, byAccessor reader: (URL) -> Void) {
        fatalError()
    }
}

public enum ComparisonResult: Int, Sendable { case orderedAscending, orderedSame, orderedDescending }
public enum SortOrder: Hashable, Sendable { case forward, reverse }

extension StringProtocol {
    public func write(toFile path: String, atomically useAuxiliaryFile: Bool, encoding enc: String.Encoding) throws { fatalError() }
    public func write(to url: URL, atomically useAuxiliaryFile: Bool, encoding enc: String.Encoding) throws { fatalError() }
    public func range<T: StringProtocol>(of aString: T) -> Range<Index>? { fatalError() }
    public func data(using encoding: String.Encoding) -> Data? { fatalError() }
    public func components(separatedBy separator: CharacterSet) -> [String] { fatalError() }
    public func padding<T: StringProtocol>(toLength newLength: Int, withPad padString: T, startingAt padIndex: Int) -> String { fatalError() }
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
    public var decomposedStringWithCanonicalMapping: String { fatalError() }
    public func replacingOccurrences<A: StringProtocol, B: StringProtocol>(of target: A, with replacement: B) -> String { fatalError() }
    public func components<T: StringProtocol>(separatedBy separator: T) -> [String] { fatalError() }
}
extension String {
    public struct Encoding: Hashable, Sendable { public static let utf8 = Encoding() }
    public init?(data: Data, encoding: Encoding) { fatalError() }
    public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
    public init(contentsOf url: URL, encoding: Encoding) throws { fatalError() }
    public init(format: String, arguments: [any CVarArg]) { fatalError() }
    public init(format: String, _ arguments: any CVarArg...) { fatalError() }
}
extension UnsafeRawBufferPointer {
    @discardableResult public func copyBytes(to: UnsafeMutableRawBufferPointer) -> Int { fatalError() }
}
extension Array: ContiguousBytes where Element == UInt8 {
}
extension Array: DataProtocol where Element == UInt8 {}

public struct CharacterSet: Hashable, Sendable {
    public static var newlines: CharacterSet { fatalError() }
    public static var whitespaces: CharacterSet { fatalError() }
    public static var whitespacesAndNewlines: CharacterSet { fatalError() }
    public static var alphanumerics: CharacterSet { fatalError() }
}
public struct FileAttributeKey: Hashable, Sendable {
    public static var posixPermissions: FileAttributeKey { fatalError() }
    public static var modificationDate: FileAttributeKey { fatalError() }
    public static var size: FileAttributeKey { fatalError() }
    public static var type: FileAttributeKey { fatalError() }
}
public struct FileAttributeType: Hashable, Sendable {}
open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { fatalError() }
    open class var allBundles: [Bundle] { fatalError() }
    open var bundleURL: URL { fatalError() }
    open var bundlePath: String { fatalError() }
    open var executableURL: URL? { fatalError() }
}
open class Thread: NSObject, @unchecked Sendable {
    public override init() {}
    public init(block: @escaping @Sendable () -> Void) {}
    open class var current: Thread { fatalError() }
    open class var isMainThread: Bool { fatalError() }
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
    open class func sleep(forTimeInterval ti: TimeInterval) {}
    open var name: String? { get { fatalError() } set {} }
    open var stackSize: Int { get { fatalError() } set {} }
    open func start() {}
}
open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { fatalError() }
    open var fileHandleForWriting: FileHandle { fatalError() }
}
open class FileHandle: NSObject, @unchecked Sendable {
    open var readabilityHandler: (@Sendable (FileHandle) -> Void)? { get { fatalError() } set {} }
    open class var standardInput: FileHandle { fatalError() }
    open class var standardOutput: FileHandle { fatalError() }
    open class var standardError: FileHandle { fatalError() }
    open class var nullDevice: FileHandle { fatalError() }
    public init(fileDescriptor fd: Int32, closeOnDealloc closeopt: Bool = false) {}
    public convenience init(forUpdating url: URL) throws { fatalError() }
    public convenience init(forReadingFrom url: URL) throws { fatalError() }
    public convenience init(forWritingTo url: URL) throws { fatalError() }
    public convenience init?(forReadingAtPath path: String) { fatalError() }
    public convenience init?(forWritingAtPath path: String) { fatalError() }
    public convenience init?(forUpdatingAtPath path: String) { fatalError() }
    open var fileDescriptor: Int32 { fatalError() }
    open var availableData: Data { fatalError() }
    open func readDataToEndOfFile() -> Data { fatalError() }
    public func readToEnd() throws -> Data? { fatalError() }
    public func read(upToCount count: Int) throws -> Data? { fatalError() }
    public func write<T>(contentsOf data: T) throws where T: DataProtocol { fatalError() }
    open func write(_ data: Data) { fatalError() }
    @discardableResult public func seekToEnd() throws -> UInt64 { fatalError() }
    public func seek(toOffset offset: UInt64) throws { fatalError() }
    public func truncate(atOffset offset: UInt64) throws { fatalError() }
    public func close() throws { fatalError() }
}
#if os(macOS)
    open class Process: NSObject, @unchecked Sendable {
        public enum TerminationReason: Int, Sendable { case exit, uncaughtSignal }
        open var executableURL: URL? { get { fatalError() } set {} }
        open var arguments: [String]? { get { fatalError() } set {} }
        open var environment: [String: String]? { get { fatalError() } set {} }
        open var currentDirectoryURL: URL? { get { fatalError() } set {} }
        open var standardInput: Any? { get { fatalError() } set {} }
        open var standardOutput: Any? { get { fatalError() } set {} }
        open var standardError: Any? { get { fatalError() } set {} }
        open var processIdentifier: Int32 { fatalError() }
        open var isRunning: Bool { fatalError() }
        open var terminationStatus: Int32 { fatalError() }
        open var terminationReason: TerminationReason { fatalError() }
        open var terminationHandler: (@Sendable (Process) -> Void)? { get { fatalError() } set {} }
        public func run() throws { fatalError() }
        open func interrupt() {}
        open func terminate() {}
        open func waitUntilExit() {}
    }
#endif
open class JSONSerialization: NSObject {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
    }
    open class func jsonObject(with data: Data, options opt: ReadingOptions = []) throws -> Any { fatalError() }
}
open class NSString: NSObject, @unchecked Sendable { public init(string: String) { fatalError() } }
open class NSTimeZone: NSObject, @unchecked Sendable { public class func resetSystemTimeZone() {} }
open class NSNumber: NSObject, @unchecked Sendable { public init(value: Int) { fatalError() } }
open class NSArray: NSObject, @unchecked Sendable {}
open class NSDictionary: NSObject, @unchecked Sendable {}
open class NSNull: NSObject, @unchecked Sendable {}
open class NSRegularExpression: NSObject, @unchecked Sendable {}
open class DateFormatter: NSObject, @unchecked Sendable {}
open class ISO8601DateFormatter: NSObject, @unchecked Sendable {}
open class URLSession: NSObject, @unchecked Sendable {}
open class URLResponse: NSObject, @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {}
public struct URLComponents: Hashable, Codable, Sendable {
    public init?(string: String) { fatalError() }
    public init?(url: URL, resolvingAgainstBaseURL resolve: Bool) { fatalError() }
    public var string: String? { fatalError() }
    public var host: String? { get { fatalError() } set {} }
}
public struct URLRequest: Hashable, Sendable {}

public struct DateInterval: Hashable, Codable, Sendable { public init(start: Date, duration: TimeInterval) { fatalError() } }
public struct IndexPath: Hashable, Codable, Sendable { public init<S: Sequence>(indexes: S) where S.Element == Int { fatalError() } }
public struct IndexSet: Hashable, Codable, Sendable {
    public init<S: Sequence>(_ elements: S) where S.Element == Int { fatalError() }
    @discardableResult public mutating func insert(_ integer: Int) -> (inserted: Bool, memberAfterInsert: Int) { fatalError() }
}
open class Unit: NSObject, @unchecked Sendable {}
open class Dimension: Unit, @unchecked Sendable {}
open class UnitLength: Dimension, @unchecked Sendable {
    public init(symbol: String, converter: UnitConverter) { fatalError() }
    open class var meters: UnitLength { fatalError() }
    open class var kilometers: UnitLength { fatalError() }
}
open class UnitConverter: NSObject, @unchecked Sendable {}
open class UnitConverterLinear: UnitConverter, @unchecked Sendable { public init(coefficient: Double) { fatalError() } }
public struct Measurement<UnitType: Unit>: Hashable, Codable, Sendable {
    public var value: Double
    public init(value: Double, unit: UnitType) { fatalError() }
    public init(from decoder: any Decoder) throws { fatalError() }
    public func encode(to encoder: any Encoder) throws { fatalError() }
}
public struct PersonNameComponents: Hashable, Codable, Sendable {
    public init() { fatalError() }
    public init(givenName: String? = nil, familyName: String? = nil) { fatalError() }
    public var givenName: String? { get { fatalError() } set {} }
    public var familyName: String? { get { fatalError() } set {} }
}
open class NSAttributedString: NSObject, @unchecked Sendable { public init(string: String) { fatalError() } }
public let NSLocalizedDescriptionKey = ""
public let NSCocoaErrorDomain = ""

// The names of all the others.
public enum AffineTransform {}; public enum AttributeContainer {}; public enum AttributeDynamicLookup {}; public enum AttributeScopes {}
public enum AttributedString {}; public enum AttributedSubstring {}; public enum BlockOperation {}; public enum ByteCountFormatStyle {}
public enum ByteCountFormatter {}; public enum CachedURLResponse {}; public enum ComparableComparator {}
public enum DateComponentsFormatter {}; public enum DateIntervalFormatter {}; public enum DescriptiveNumberFormatConfiguration {}
public enum EnergyFormatter {}; public enum FileProtectionType {}; public enum FileWrapper {}; public enum Formatter {}
public enum HTTPCookie {}; public enum HTTPCookieStorage {}; public enum InflectionRule {}; public enum InputStream {}
public enum KeyPathComparator {}; public enum LengthFormatter {}; public enum ListFormatter {}; public enum LocalizedStringResource {}
public enum MachErrorCode {}; public enum MassFormatter {}; public enum MeasurementFormatter {}; public enum MessagePort {}
public enum Morphology {}; public enum NSCache {}; public enum NSCalendar {}; public enum NSCoder {}; public enum NSCondition {}
public enum NSData {}; public enum NSDate {}; public enum NSDecimalNumber {}; public enum NSHashTable {}; public enum NSItemProvider {}
public enum NSKeyValueObservation {}; public enum NSKeyedArchiver {}; public enum NSKeyedUnarchiver {}; public enum NSLocale {}
public enum NSLock {}; public enum NSMapTable {}; public enum NSMutableArray {}; public enum NSMutableData {}
public enum NSMutableDictionary {}; public enum NSMutableString {}; public enum NSOrderedSet {}; public enum NSPersonNameComponents {}
public enum NSPointerArray {}; public enum NSPredicate {}; public enum NSProxy {}; public enum NSRange {}; public enum NSRecursiveLock {}
public enum NSSet {}; public enum NSURL {}; public enum NSURLComponents {}; public enum NSUUID {}; public enum NSUserActivity {}
public enum NSValue {}; public enum NetService {}; public enum NetServiceBrowser {}; public enum Notification {}
public enum NotificationCenter {}; public enum NotificationQueue {}; public enum NumberFormatter {}; public enum Operation {}
public enum OperationQueue {}; public enum OutputStream {}; public enum POSIXErrorCode {}; public enum PersonNameComponentsFormatter {}
public enum Port {}; public enum PortMessage {}; public enum PredicateBindings {}; public enum PredicateError {}
public enum PredicateExpressions {}; public enum Presentation {}; public enum Progress {}; public enum PropertyListSerialization {}
public enum RelativeDateTimeFormatter {}; public enum RunLoop {}; public enum Scanner {}; public enum SocketPort {}
public enum SortDescriptor {}; public enum Stream {}; public enum StringStyle {}; public enum StringTransform {}
public enum TermOfAddress {}; public enum Timer {}; public enum URLAuthenticationChallenge {}; public enum URLCache {}
public enum URLCredential {}; public enum URLCredentialStorage {}; public enum URLProtectionSpace {}; public enum URLProtocol {}
public enum URLQueryItem {}; public enum URLResourceKey {}; public enum URLResourceValues {}; public enum URLSessionConfiguration {}
public enum URLSessionDataTask {}; public enum URLSessionTask {}; public enum UndoManager {}; public enum UnitAcceleration {}
public enum UnitAngle {}; public enum UnitArea {}; public enum UnitConcentrationMass {}; public enum UnitDispersion {}
public enum UnitDuration {}; public enum UnitElectricCharge {}; public enum UnitElectricCurrent {}; public enum UnitEnergy {}
public enum UnitFrequency {}; public enum UnitFuelEfficiency {}; public enum UnitIlluminance {}; public enum UnitInformationStorage {}
public enum UnitMass {}; public enum UnitPower {}; public enum UnitPressure {}; public enum UnitSpeed {}; public enum UnitTemperature {}
public enum UnitVolume {}; public enum UserDefaults {}; public enum ValueTransformer {}; public enum VerbatimFormatStyle {}
public enum XMLParser {}
public struct Predicate<each Input>: Sendable {}
public struct Expression<each Input, Output>: Sendable {}
#if os(macOS)
    public enum Host {}; public enum DistributedNotificationCenter {}; public enum XMLDocument {}; public enum XMLNode {}
    public enum XMLElement {}; public enum XMLDTD {}; public enum XMLDTDNode {}; public enum NSAppleScript {}
#endif
public protocol ContiguousBytes {}; public protocol DataProtocol {}; public protocol FormatStyle {}
public protocol MutableDataProtocol {}; public protocol ParseStrategy {}; public protocol ParseableFormatStyle {}
public protocol ReferenceConvertible {}; public protocol SortComparator {}; public protocol StreamDelegate {}
public protocol URLSessionDelegate {}; public protocol AttributedStringProtocol {}; public protocol AttributeScope {}
public protocol EncodableWithConfiguration {}; public protocol DecodableWithConfiguration {}
public protocol CustomLocalizedStringResourceConvertible {}
public protocol CustomNSError: Error {}
public protocol LocalizedError: Error {
    var errorDescription: String? { get }
    var failureReason: String? { get }
    var recoverySuggestion: String? { get }
    var helpAnchor: String? { get }
}
extension LocalizedError {
    public var errorDescription: String? { nil }
    public var failureReason: String? { nil }
    public var recoverySuggestion: String? { nil }
    public var helpAnchor: String? { nil }
}
extension Error { public var localizedDescription: String { fatalError() } }
public protocol RecoverableError: Error {}
