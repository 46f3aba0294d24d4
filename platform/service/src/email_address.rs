use email_address::EmailAddress;

/// RFC 5321, 4.5.3.1: a path has 256 octets with its brackets.
const LONGEST: usize = 254;

/// Names that lead nowhere (RFC 2606): addresses of the demonstration have one.
pub const RESERVED_DOMAIN: &str = ".example";

/// Whether mail can be addressed to this text: something before an @, and a name with a dot behind it (RFC 5321). The
/// mail sender can read every such address. Only a mail shows whether it arrives.
pub fn is_email_address(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    text.len() <= LONGEST
        && !local.contains(|c: char| c.is_whitespace() || "@<>()[],;:\\\"".contains(c))
        && domain.contains('.')
        && domain.split('.').all(is_label)
        && EmailAddress::is_valid_local_part(local)
        && (EmailAddress::is_valid_domain(domain)
            || idna::domain_to_ascii(domain).is_ok_and(|ascii| EmailAddress::is_valid_domain(&ascii)))
}

fn is_label(label: &str) -> bool {
    !label.is_empty()
        && !label.starts_with('-')
        && !label.ends_with('-')
        && label.chars().all(|c| c.is_alphanumeric() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_mailbox_and_a_domain() {
        for address in ["a@b.co", "ada+trips@mail.traveller.example", "ünal@büro.example"] {
            assert!(is_email_address(address), "{address}");
        }
        let broken =
            ["", "@", "a@b", "a@.co", "a@b..co", "a b@c.de", "a@b.co\nBcc: x@y.zz", "<a@b.co>", "a@-b.co"];
        let unwritable = ["a..b@c.de", ".a@b.co", "a.@b.co", "a@b@c.de", "a@b.co,c@d.ef", "a@[1.2.3.4]"];
        for address in broken.into_iter().chain(unwritable) {
            assert!(!is_email_address(address), "{address}");
        }
    }
}
