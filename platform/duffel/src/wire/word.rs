use std::borrow::Cow;

use serde::Deserialize;

/// A text that is borrowed from the answer, unless it is written with escapes. A bare `Cow` is always a copy.
#[derive(Debug, Deserialize)]
pub(crate) struct Text<'a>(#[serde(borrow)] pub Cow<'a, str>);

/// Declares the words a field may hold. One that is not listed is kept as `Other`: the provider adds words
/// without notice, and promises no more than that the old ones stay.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the variants are the provider's words")]
        pub enum $name {
            $($variant,)+
            /// A word of the future.
            Other(String),
        }

        impl $name {
            /// The provider's word.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Other(word) => word,
                }
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                match word {
                    $($word => Self::$variant,)+
                    other => Self::Other(other.to_owned()),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let $crate::wire::word::Text(word) = serde::Deserialize::deserialize(deserializer)?;
                Ok(Self::from(word.as_ref()))
            }
        }
    };
}

pub(crate) use words;

#[cfg(test)]
mod tests {
    use crate::wire::CabinClass;

    #[test]
    fn a_word_is_the_same_with_and_without_escapes_and_nothing_but_a_text_is_one() {
        let check = |json: &str, expected: Option<CabinClass>| {
            assert_eq!(serde_json::from_str::<CabinClass>(json).ok(), expected, "{json}");
        };
        check(r#""economy""#, Some(CabinClass::Economy));
        check(r#""econom\u0079""#, Some(CabinClass::Economy));
        check(r#""premium\teconomy""#, Some(CabinClass::Other("premium\teconomy".into())));
        check("1", None);
        check("null", None);
        check("{}", None);
    }
}
