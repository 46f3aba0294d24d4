//! Where the shop's mail ends in a local installation: an SMTP server that delivers nothing and pages to read
//! what it took.

mod pages;
mod smtp;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use mail_parser::{Address, MessageParser};
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
        assert_eq!(message.html, None);
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
