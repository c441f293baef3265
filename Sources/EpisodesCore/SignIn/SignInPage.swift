import RewindRendering

func signInPage(_ form: SignInState) -> Page {
    func field(_ label: String, _ text: String, _ field: SignInState.Field) -> Line {
        let isFocused = form.focus == field
        return Line(isFocused ? " > " : "   ", .name) + Line(label, isFocused ? .strong : .faint) + Line(text + (isFocused ? "▏" : ""))
    }
    let hidden = String(repeating: "•", count: form.password.count)
    return Page(
        title: "Sign in",
        body: [
            Line(), field("Name      ", form.name, .name), field("Password  ", hidden, .password), Line(),
            Line("   Try ada and lovelace.", .faint),
        ],
        notice: notice(for: form.loading, hint: nil), keys: "tab other field  enter sign in  esc back")
}
