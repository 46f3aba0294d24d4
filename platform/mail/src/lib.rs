//! Outgoing mail: written in the business transaction, sent over SMTP once that has committed.
//!
//! A mail server that is away delays mail and nothing else. Addresses and texts never reach a log, and none stays once
//! a mail is sent or given up. While a mail waits they are encrypted, where its service has a key (`Seal`). HTML mails
//! of all services extend `templates/base.html`, in the colours of a `Letterhead`.

#![warn(missing_docs)]

mod attachment;
mod attachment_store;
mod letterhead;
pub mod on_call;
mod outbox;
mod probe;
mod seal;
mod sealed;
mod sender;
mod smtp;
mod texts;

use service::queues::Queue;
use url::Url;

pub use attachment::Attachment;
pub use letterhead::Letterhead;
pub use outbox::{Mail, Sender, enqueue, withdraw, withdraw_about};
pub use probe::check;
pub use seal::{Cipher, Seal};
pub use sealed::{WaitingFiles, WaitingMails};
pub use sender::sender;
pub use smtp::MailArgs;

/// What waits for the mail server, and what it refused for good within the last days.
pub const QUEUES: [Queue; 2] = [
    Queue::new(
        "mail_waiting",
        "select count(*) from mail_outbox
            where sent_at is null and gave_up_at is null and (attempts > 0 or next_attempt_at <= now())",
    ),
    Queue::new(
        "mail_given_up",
        "select count(*) from mail_outbox
            where gave_up_at is not null and last_error <> 'useless by now'",
    ),
];

/// A link for a mail: `path` (which may carry a fragment) on the site at `public_url`, keeping that URL's query,
/// which names the brand where the brand has no host of its own.
pub fn link(public_url: &Url, path: &str) -> Url {
    let (path, fragment) = path.split_once('#').map_or((path, None), |(path, rest)| (path, Some(rest)));
    let mut link = public_url.clone();
    link.set_path(path);
    link.set_fragment(fragment);
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_keeps_what_names_the_brand() {
        let table = [
            ("https://blue.example/", "/login", "https://blue.example/login"),
            ("http://localhost:8080/?brand=blue", "/login", "http://localhost:8080/login?brand=blue"),
            ("http://localhost:8080/?brand=blue", "/a#token=1", "http://localhost:8080/a?brand=blue#token=1"),
        ];
        for (public_url, path, expected) in table {
            assert_eq!(link(&public_url.parse().unwrap(), path).as_str(), expected);
        }
    }

    #[test]
    fn the_sender_reads_every_text_that_the_forms_take_as_an_address() {
        let label = "a".repeat(63);
        let addresses = [
            "a@b.co",
            "ada+trips@mail.traveller.example",
            "o'hara!#$%&*/=?^_`{|}~@b.co",
            "ünal@büro.example",
            "ünal@bÜro.example",
            "ada@1.2.3.4",
            "ada@xn--bro-hoa.example",
            "ada@例え.テスト",
            &format!("ada@{label}.co"),
            &format!("ada@{}.example", "ü".repeat(40)),
        ];
        for address in addresses {
            assert!(service::is_email_address(address), "{address}");
            assert!(address.parse::<lettre::Address>().is_ok(), "{address}");
        }
    }
}
