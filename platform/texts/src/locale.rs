use unic_langid::LanguageIdentifier;

/// A language that the texts exist in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locale {
    /// American English.
    #[default]
    English,
    /// English with accents on every letter of the catalogues. Tests find with it what stands outside them.
    Accented,
}

impl Locale {
    /// Its tag (BCP 47), as HTML and PDF name their language.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Accented => "en-XA",
        }
    }

    /// Decides the plural rules.
    pub(crate) fn identifier(self) -> LanguageIdentifier {
        self.tag().parse().expect("a tag of BCP 47")
    }
}
