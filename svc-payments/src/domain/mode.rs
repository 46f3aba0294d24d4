use service::Mode;

/// The name in the database, and in the keys of the calls to the provider.
pub fn mode_text(mode: Mode) -> &'static str {
    match mode {
        Mode::Live => "live",
        Mode::Test | Mode::Unspecified => "test",
    }
}

/// The mode of that name.
pub fn mode_of(text: &str) -> Mode {
    if text == "live" { Mode::Live } else { Mode::Test }
}
