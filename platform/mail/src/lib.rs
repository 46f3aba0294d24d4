//! Outgoing mail: written in the business transaction, sent over SMTP once that has committed.
//!
//! A mail server that is away delays mail and nothing else. Addresses and texts never reach a log.

#![warn(missing_docs)]

mod outbox;
mod sender;
mod smtp;

use url::Url;

pub use outbox::{Mail, enqueue};
pub use sender::sender;
pub use smtp::MailArgs;

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
}
