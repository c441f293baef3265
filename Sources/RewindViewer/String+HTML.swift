extension String {
    /// The text as the content of an HTML element, or as the value of an attribute in double quotes.
    package var escapedForHTML: String {
        // By scalars: a quote with an accent on it is one character, and still a quote to a browser.
        unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
