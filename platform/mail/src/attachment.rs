//! Files that go with a mail.

use std::fmt;

use lettre::message::header::ContentType;

/// In octets. Mail servers take ten times as much; a transaction should not.
const LARGEST: usize = 1024 * 1024;

/// A file that goes with a mail.
#[derive(Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Attachment {
    pub(crate) name: String,
    pub(crate) media_type: String,
    pub(crate) content: Vec<u8>,
}

impl fmt::Debug for Attachment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Attachment { .. }")
    }
}

impl Attachment {
    /// `name` with its ending, `media_type` such as `application/pdf` (RFC 6838). Nothing where the file is larger than
    /// 1 MiB or of no media type.
    pub fn new(name: String, media_type: &str, content: Vec<u8>) -> Option<Self> {
        let is_fit = content.len() <= LARGEST && ContentType::parse(media_type).is_ok();
        is_fit.then(|| Self { name, media_type: media_type.to_owned(), content })
    }

    /// The same file with another content.
    pub(crate) fn try_map<E>(self, change: impl FnOnce(Vec<u8>) -> Result<Vec<u8>, E>) -> Result<Self, E> {
        Ok(Self { content: change(self.content)?, ..self })
    }

    /// As a part of a mail.
    pub(crate) fn into_part(self) -> Option<lettre::message::SinglePart> {
        let media_type = ContentType::parse(&self.media_type).ok()?;
        Some(lettre::message::Attachment::new(self.name).body(self.content, media_type))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_type_and_a_bound() {
        let table = [
            ("application/pdf", LARGEST, true),
            ("text/calendar; charset=utf-8; method=PUBLISH", 1, true),
            ("application/pdf", LARGEST + 1, false),
            ("no type", 1, false),
        ];
        for (media_type, size, is_fit) in table {
            let file = Attachment::new("trip".into(), media_type, vec![0; size]);
            assert_eq!(file.is_some(), is_fit, "{media_type} of {size}");
        }
    }
}
