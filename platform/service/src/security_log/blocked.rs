use url::Url;

/// What browsers say in the place of an address, where there is none or its scheme says enough.
const WORDS: [&str; 10] = [
    "inline",
    "eval",
    "wasm-eval",
    "self",
    "data",
    "blob",
    "filesystem",
    "about",
    "chrome-extension",
    "moz-extension",
];
/// A name of a host has 253 characters at most (RFC 1035).
const LONGEST: usize = 280;

/// What the policy of a page kept out: an origin, without path, query or fragment, or a word of browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked(String);

impl Blocked {
    /// Reads what a browser reports. Nothing where that is neither an address nor one of those words.
    pub fn parse(reported: &str) -> Option<Self> {
        let scheme = reported.split(':').next().unwrap_or_default();
        if let Some(word) = WORDS.into_iter().find(|word| *word == scheme) {
            return Some(Self(word.to_owned()));
        }
        let url = Url::parse(reported).ok()?;
        let origin = url.origin().ascii_serialization();
        (url.origin().is_tuple() && has_form(&origin)).then_some(Self(origin))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether it is scheme, host and port, in the letters that these have.
fn has_form(origin: &str) -> bool {
    origin.len() <= LONGEST && origin.chars().all(|c| c.is_ascii_alphanumeric() || "-._:/[]".contains(c))
}
