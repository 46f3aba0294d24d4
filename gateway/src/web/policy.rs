//! A page's Content-Security-Policy, against script that is not ours: scripts by hash, styles by nonce, and from
//! elsewhere nothing but the card provider's fields.

use http::{HeaderName, HeaderValue};

use crate::card_fields::Sources;

/// Where browsers report what a policy kept out.
pub(crate) const REPORTS_PATH: &str = "/api/csp-reports";
/// The same for browsers that know `report-to`; the others go by `report-uri`.
pub(super) const REPORTING: (HeaderName, HeaderValue) =
    (HeaderName::from_static("reporting-endpoints"), HeaderValue::from_static("csp=\"/api/csp-reports\""));

/// Trusted types are left out: React and the export's chunk loader assign plain strings to `innerHTML` and
/// `script.src`. `style-src-attr` is for the `style=""` attributes of prerendered pages; an attribute can load nothing.
/// `sources` are empty for every page but the one that takes cards.
pub(super) fn policy(script_hashes: &str, nonce: &str, sources: &Sources) -> HeaderValue {
    let Sources { scripts, frames, calls } = sources;
    let frames = if frames.is_empty() { " 'none'" } else { frames };
    let policy = format!(
        "default-src 'none'; script-src 'self' {script_hashes}{scripts}; frame-src{frames}; style-src 'self' 'nonce-{nonce}'; \
         style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'{calls}; \
         manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
         report-uri {REPORTS_PATH}; report-to csp"
    );
    HeaderValue::from_str(&policy)
        .expect("hashes and origins were checked when they were read, and a nonce is base64")
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
        let policy = policy("'sha256-abc='", "n0nce", &Sources::default());

        let text = policy.to_str().unwrap();
        assert!(
            text.contains(
                "script-src 'self' 'sha256-abc='; frame-src 'none'; style-src 'self' 'nonce-n0nce';"
            ),
            "{text}"
        );
        assert!(text.contains("frame-ancestors 'none'"), "{text}");
    }

    #[test]
    fn a_policy_says_in_both_ways_where_violations_are_reported() {
        let policy = policy("'sha256-abc='", "n0nce", &Sources::default());

        let text = policy.to_str().unwrap();
        assert!(text.ends_with("; report-uri /api/csp-reports; report-to csp"), "{text}");
        let (_, endpoints) = REPORTING;
        assert_eq!(endpoints.to_str().unwrap(), format!("csp=\"{REPORTS_PATH}\""));
    }

    #[test]
    fn r008_a_policy_lets_in_the_card_providers_script_frame_and_calls() {
        let sources = Sources {
            scripts: " https://js.example".into(),
            frames: " https://js.example https://bank.example".into(),
            calls: " https://js.example https://api.example".into(),
        };
        let policy = policy("'sha256-abc='", "n0nce", &sources);

        let text = policy.to_str().unwrap();
        assert!(
            text.contains(
                "script-src 'self' 'sha256-abc=' https://js.example; frame-src https://js.example https://bank.example;"
            )
        );
        assert!(text.contains("connect-src 'self' https://js.example https://api.example;"), "{text}");
    }
}
