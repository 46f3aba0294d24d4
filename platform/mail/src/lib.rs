//! Outgoing mail: written in the business transaction, sent over SMTP once that has committed.
//!
//! A mail server that is away delays mail and nothing else. Addresses and texts never reach a log, and none stays once
//! a mail is sent or given up. While a mail waits they are encrypted, where its service has a key (`Seal`). HTML mails
//! of all services extend `templates/base.html`, in the colours of a `Letterhead`.

#![warn(missing_docs)]

mod attachment;
mod letterhead;
mod outbox;
mod probe;
mod seal;
mod sender;
mod smtp;

use service::queues::Queue;
use url::Url;

pub use attachment::Attachment;
pub use letterhead::Letterhead;
pub use outbox::{Mail, Sender, enqueue, withdraw};
pub use probe::check;
pub use seal::{Cipher, Seal};
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

/// RFC 5321, 4.5.3.1: a path has 256 octets with its brackets.
const LONGEST_ADDRESS: usize = 254;

/// What a mail can be addressed to: something before an @ and a name with a dot behind it, as the sender of mail reads
/// it (RFC 5321). Whether mail arrives is for the mail to say.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    text.len() <= LONGEST_ADDRESS
        && !local.contains(|c: char| c.is_whitespace() || "@<>()[],;:\\\"".contains(c))
        && domain.contains('.')
        && domain.split('.').all(is_label)
        && text.parse::<lettre::Address>().is_ok()
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
    fn an_address_has_a_mailbox_and_a_domain() {
        for address in ["a@b.co", "ada+trips@mail.traveller.example", "ünal@büro.example"] {
            assert!(is_address(address), "{address}");
        }
        let broken =
            ["", "@", "a@b", "a@.co", "a@b..co", "a b@c.de", "a@b.co\nBcc: x@y.zz", "<a@b.co>", "a@-b.co"];
        let unwritable = ["a..b@c.de", ".a@b.co", "a.@b.co", "a@b@c.de", "a@b.co,c@d.ef", "a@[1.2.3.4]"];
        for address in broken.into_iter().chain(unwritable) {
            assert!(!is_address(address), "{address}");
        }
    }
}
