//! A page's Content-Security-Policy (RELIABILITY: threat 2, 19): scripts by hash, styles by nonce, nothing from elsewhere.

use http::HeaderValue;

/// Trusted types are left out: React and the export's chunk loader assign plain strings to `innerHTML` and `script.src`.
/// `style-src-attr` is for the `style=""` attributes of prerendered pages; an attribute can load nothing.
pub(super) fn policy(script_hashes: &str, nonce: &str) -> HeaderValue {
    let policy = format!(
        "default-src 'none'; script-src 'self' {script_hashes}; style-src 'self' 'nonce-{nonce}'; \
         style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
         manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).expect("hashes were checked when they were read, and a nonce is base64")
}

/// Whether a line of csp.json is a hash and nothing that would widen the policy.
pub(super) fn is_hash(source: &str) -> bool {
    source
        .strip_prefix("'sha256-")
        .and_then(|rest| rest.strip_suffix('\''))
        .is_some_and(|digest| digest.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hashes_get_into_a_policy() {
        let check = |source: &str, expected: bool| assert_eq!(is_hash(source), expected, "{source}");
        check("'sha256-G7UNQq6jfjJUvHZ468ruJngwb8ByDgNAwWfC19VbyUg='", true);
        check("'unsafe-inline'", false);
        check("'sha256-abc' *", false);
        check("https://evil.example", false);
    }

    #[test]
    fn a_policy_names_no_script_but_ours() {
        let policy = policy("'sha256-abc='", "n0nce");

        let text = policy.to_str().unwrap();
        assert!(text.contains("script-src 'self' 'sha256-abc='; style-src 'self' 'nonce-n0nce';"), "{text}");
        assert!(text.contains("frame-ancestors 'none'"), "{text}");
    }
}
