//! How the contents of a mail are kept until it is sent: encrypted, where its service has a key.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use service::sealing::Sealer;
use uuid::Uuid;

use crate::attachment::Attachment;

/// Encrypts with authentication, under the key of a service. What it encrypts is bound to a name.
pub trait Cipher: Send + Sync {
    /// Encrypts `plain`, which is then no more than 64 octets longer.
    ///
    /// # Errors
    /// Data that are too long for the cipher.
    fn encrypt(&self, name: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>>;

    /// What was encrypted under this name.
    ///
    /// # Errors
    /// Another key, another name, or data that were changed. The error quotes nothing of them.
    fn decrypt(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>>;
}

impl Cipher for Sealer {
    fn encrypt(&self, name: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.seal(name, plain)
    }

    fn decrypt(&self, name: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.open(name, sealed)
    }
}

/// Whether recipients, subjects, bodies, addresses for answers and files are encrypted while a mail waits.
#[derive(Clone)]
pub enum Seal {
    /// They are. Mails that were written in clear before are still sent.
    Encrypted(Arc<dyn Cipher>),
    /// They are not: the service has no key.
    InClear,
}

/// What a mail says, to whom, and where answers go.
#[derive(Serialize, Deserialize)]
pub(crate) struct Contents {
    pub recipient: String,
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    /// Absent in what releases before it sealed.
    pub unsubscribe: Option<String>,
    /// Where answers go. Absent in what releases before it sealed: their column has it.
    pub reply_to: Option<String>,
}

/// The same as columns of the outbox: in clear, or in `sealed` alone.
#[derive(Default, sqlx::FromRow)]
pub(crate) struct StoredContents {
    pub recipient: String,
    pub subject: Option<String>,
    pub body_text: Option<String>,
    pub body_html: Option<String>,
    pub unsubscribe_url: Option<String>,
    pub reply_to: Option<String>,
    pub sealed: Option<Vec<u8>>,
}

impl Seal {
    /// Encrypts under the first of these keys, and opens under each of them.
    pub fn under(keys: Sealer) -> Self {
        Self::Encrypted(Arc::new(keys))
    }

    /// The columns that keep `contents`.
    pub(crate) fn store(&self, mail_id: Uuid, contents: Contents) -> sqlx::Result<StoredContents> {
        let Self::Encrypted(cipher) = self else {
            let Contents { recipient, subject, text, html, unsubscribe, reply_to } = contents;
            return Ok(StoredContents {
                recipient,
                subject: Some(subject),
                body_text: Some(text),
                body_html: html,
                unsubscribe_url: unsubscribe,
                reply_to,
                sealed: None,
            });
        };
        let plain = serde_json::to_vec(&contents).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let sealed = cipher.encrypt(&name_of_mail(mail_id), &plain).map_err(not_stored)?;
        Ok(StoredContents { sealed: Some(sealed), ..StoredContents::default() })
    }

    /// The content of a file as it is kept beside its mail.
    pub(crate) fn store_file<'c>(
        &self,
        mail_id: Uuid,
        position: i16,
        content: &'c [u8],
    ) -> sqlx::Result<Cow<'c, [u8]>> {
        match self {
            Self::Encrypted(cipher) => {
                let sealed = cipher.encrypt(&name_of_file(mail_id, position), content);
                Ok(Cow::Owned(sealed.map_err(not_stored)?))
            }
            Self::InClear => Ok(Cow::Borrowed(content)),
        }
    }

    /// Reads what `store` and `store_file` kept.
    ///
    /// # Errors
    /// A sealed mail of another key or row. The error quotes nothing of the mail.
    pub(crate) fn open(
        &self,
        mail_id: Uuid,
        stored: StoredContents,
        files: Vec<Attachment>,
    ) -> anyhow::Result<(Contents, Vec<Attachment>)> {
        let StoredContents { recipient, subject, body_text, body_html, unsubscribe_url, reply_to, sealed } =
            stored;
        let Some(sealed) = sealed else {
            let (subject, text) = subject.zip(body_text).context("a mail without contents")?;
            let (html, unsubscribe) = (body_html, unsubscribe_url);
            return Ok((Contents { recipient, subject, text, html, unsubscribe, reply_to }, files));
        };
        let Self::Encrypted(cipher) = self else { anyhow::bail!("a sealed mail, and no key") };
        let plain = cipher.decrypt(&name_of_mail(mail_id), &sealed)?;
        // A parse error would quote the mail.
        let contents: Contents =
            serde_json::from_slice(&plain).ok().context("an opened mail can't be read")?;
        let contents = Contents { reply_to: contents.reply_to.or(reply_to), ..contents };
        let files = (1_i16..).zip(files).map(|(position, file)| {
            file.try_map(|content| cipher.decrypt(&name_of_file(mail_id, position), &content))
        });
        Ok((contents, files.collect::<anyhow::Result<_>>()?))
    }
}

/// Says nothing of the key.
impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Encrypted(_) => "Encrypted",
            Self::InClear => "InClear",
        })
    }
}

fn not_stored(error: anyhow::Error) -> sqlx::Error {
    sqlx::Error::Encode(error.into())
}

/// What the contents of a mail are bound to.
pub(crate) fn name_of_mail(mail_id: Uuid) -> Vec<u8> {
    [mail_id.as_bytes().as_slice(), b"mail"].concat()
}

/// What the content of a file is bound to: its mail, and its place among the files.
pub(crate) fn name_of_file(mail_id: Uuid, position: i16) -> Vec<u8> {
    [mail_id.as_bytes().as_slice(), b"file", &position.to_be_bytes()].concat()
}
