//! What a brand's key may be: what the gateway makes of a host name that DNS can carry (RFC 1035, 2.3.4).

const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;

/// Labels under which people and programs expect something else than a brand. A brand with such a key would be asked
/// for mail settings, certificates or proxies in the name of the whole system.
const RESERVED: [&str; 25] = [
    "admin",
    "api",
    "autoconfig",
    "autodiscover",
    "cdn",
    "dns",
    "ftp",
    "imap",
    "isatap",
    "localhost",
    "mail",
    "mta-sts",
    "mx",
    "ns",
    "ns1",
    "ns2",
    "pop",
    "pop3",
    "smtp",
    "sso",
    "static",
    "status",
    "webmail",
    "wpad",
    "www",
];

/// A host name in lower case without www, or the first label of one.
pub(super) fn is_key(key: &str) -> bool {
    key.len() <= LONGEST_NAME && !key.starts_with("www.") && key.split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    let in_alphabet = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=LONGEST_LABEL).contains(&label.len())
        && label.chars().all(in_alphabet)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// No new brand may take such a key. A brand that has one stays.
pub fn is_reserved(key: &str) -> bool {
    RESERVED.contains(&key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_what_dns_can_carry() {
        let label = |length: usize| "a".repeat(length);
        let table: [(&str, bool); 18] = [
            ("blue", true),
            ("blue-2", true),
            ("agency.co.uk", true),
            (&label(63), true),
            (&format!("{}.com", label(63)), true),
            (&label(64), false),
            (&format!("{}.com", label(64)), false),
            (&vec![label(63); 4].join("."), false),
            ("", false),
            ("-blue", false),
            ("blue-", false),
            ("blue.-a", false),
            ("blue..com", false),
            ("blue.", false),
            (".blue", false),
            ("Blue", false),
            ("blue_1", false),
            ("www.blue.com", false),
        ];
        for (key, expected) in table {
            assert_eq!(is_key(key), expected, "{key}");
        }
    }

    #[test]
    fn every_reserved_label_could_be_a_key_otherwise() {
        assert!(RESERVED.iter().all(|label| is_key(label) && is_reserved(label)));
        assert!(!is_reserved("default") && !is_reserved("mail.agency.com"));
    }
}
