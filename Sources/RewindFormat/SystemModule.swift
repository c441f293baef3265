/// The modules of Swift and of the systems that it runs on: what is in them is no app's own.
package enum SystemModule {
    package static func contains(_ module: some StringProtocol) -> Bool {
        switch String(module) {
        case "Swift", "Dispatch", "Foundation", "FoundationEssentials", "Observation", "Synchronization", "__C": true
        case "Distributed", "FoundationNetworking", "FoundationXML", "RegexBuilder", "Testing", "XCTest": true
        case "AppKit", "Combine", "CoreFoundation", "CoreGraphics", "ObjectiveC", "SwiftUI", "SwiftUICore", "UIKit", "UIKitCore", "os": true
        default: false
        }
    }
}
