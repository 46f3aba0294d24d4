//! Where the shop's mail ends in a local installation: an SMTP server that delivers nothing and pages to read
//! what it took.

mod pages;
mod smtp;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use mail_parser::{Address, MessageParser, MessagePart, MimeHeaders};
use serde::Serialize;

pub use pages::routes;
pub use smtp::serve;

const KEPT: usize = 500;

/// The newest messages, newest first.
#[derive(Debug, Default)]
pub struct Mailbox {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    last_id: u64,
    messages: VecDeque<Arc<Message>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    pub id: u64,
    pub received_at: Timestamp,
    pub from: String,
    /// Of the envelope: also those whom no header names.
    pub to: Vec<String>,
    pub subject: String,
    pub text: String,
    pub html: Option<String>,
    pub attachments: Vec<File>,
}

/// A file that came with a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct File {
    pub name: String,
    pub media_type: String,
    pub size: usize,
    #[serde(skip)]
    pub content: Vec<u8>,
}

impl File {
    fn of(part: &MessagePart<'_>) -> Self {
        let media_type = part.content_type().map(|kind| match kind.subtype() {
            Some(subtype) => format!("{}/{subtype}", kind.ctype()),
            None => kind.ctype().to_owned(),
        });
        Self {
            name: part.attachment_name().unwrap_or("unnamed").to_owned(),
            media_type: media_type.unwrap_or_else(|| "application/octet-stream".to_owned()),
            size: part.contents().len(),
            content: part.contents().to_vec(),
        }
    }
}

impl Mailbox {
    /// Keeps what was sent, decoded. What can't be read as a mail is kept as it stands.
    pub fn take(&self, raw: &[u8], to: Vec<String>, received_at: Timestamp) {
        let parsed = MessageParser::default().parse(raw).unwrap_or_default();
        let text = parsed.body_text(0).map_or_else(|| String::from_utf8_lossy(raw).into(), Into::into);
        // Asked for it directly, the library would make HTML of plain text.
        let html = parsed.html_bodies().find(|part| part.is_text_html());
        let mut kept = self.lock();
        kept.last_id += 1;
        let message = Message {
            id: kept.last_id,
            received_at,
            from: parsed.from().map(addresses).unwrap_or_default(),
            to,
            subject: parsed.subject().unwrap_or_default().into(),
            text,
            html: html.and_then(|part| part.text_contents()).map(Into::into),
            attachments: parsed.attachments().map(File::of).collect(),
        };
        kept.messages.truncate(KEPT - 1);
        kept.messages.push_front(Arc::new(message));
    }

    fn all(&self) -> Vec<Arc<Message>> {
        self.lock().messages.iter().cloned().collect()
    }

    fn get(&self, id: u64) -> Option<Arc<Message>> {
        self.lock().messages.iter().find(|message| message.id == id).cloned()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().expect("nothing panics while it holds the mailbox")
    }
}

fn addresses(list: &Address<'_>) -> String {
    let one = |address: &mail_parser::Addr<'_>| match (address.name(), address.address()) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (None, Some(address)) => address.to_owned(),
        (name, None) => name.unwrap_or_default().to_owned(),
    };
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_is_kept_decoded() {
        let mailbox = Mailbox::default();
        let raw = "From: Fareway <shop@example.com>\r\nSubject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nhttps://example.com/?a=3Db&=\r\nc=3Dd";

        mailbox.take(raw.as_bytes(), vec!["a@example.com".into()], Timestamp::UNIX_EPOCH);

        let [message] = &mailbox.all()[..] else { panic!("one message") };
        assert_eq!(message.from, "Fareway <shop@example.com>");
        assert_eq!(message.subject, "Grüße");
        assert_eq!(message.text, "https://example.com/?a=b&c=d");
        assert_eq!((&message.html, message.attachments.len()), (&None, 0));
    }

    #[test]
    fn files_are_kept_decoded() {
        let mailbox = Mailbox::default();
        let head = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n";
        let words = "--x\r\nContent-Type: text/plain\r\n\r\nBon voyage.\r\n";
        let file = "--x\r\nContent-Type: text/calendar; charset=utf-8\r\nContent-Disposition: attachment; filename=\"trip.ics\"\r\nContent-Transfer-Encoding: base64\r\n\r\nQkVHSU4=\r\n--x--\r\n";

        mailbox.take(format!("{head}{words}{file}").as_bytes(), Vec::new(), Timestamp::UNIX_EPOCH);

        let [message] = &mailbox.all()[..] else { panic!("one message") };
        assert_eq!(message.text, "Bon voyage.");
        let expected = File {
            name: "trip.ics".into(),
            media_type: "text/calendar".into(),
            size: 5,
            content: b"BEGIN".into(),
        };
        assert_eq!(message.attachments, [expected]);
    }

    #[test]
    fn only_the_newest_are_kept() {
        let mailbox = Mailbox::default();

        for _ in 0..=KEPT {
            mailbox.take(b"Subject: x\r\n\r\ny", Vec::new(), Timestamp::UNIX_EPOCH);
        }

        assert_eq!(mailbox.all().len(), KEPT);
        assert_eq!(mailbox.get(1), None);
    }
}
