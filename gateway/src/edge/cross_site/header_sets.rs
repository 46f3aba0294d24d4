//! The rule of SECURITY.md (threat 11) over sets of headers as browsers, other programs and attackers may send them.

use super::*;

/// Who sends a call, as its headers tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sender {
    OwnPage,
    /// A page, or a person who typed the address or followed a link in a mail.
    Elsewhere,
    /// It has no cookie of a visitor's browser.
    NoBrowser,
}

use Sender::{Elsewhere, NoBrowser, OwnPage};

const OWN: &str = "blue.agency.com:8443";

/// What a value of `Sec-Fetch-Site` says. Without it `Origin` is asked.
const SITES: [(&str, Sender); 11] = [
    ("same-origin", OwnPage),
    ("same-site", Elsewhere),
    ("cross-site", Elsewhere),
    ("none", Elsewhere),
    ("", Elsewhere),
    ("Same-Origin", Elsewhere),
    ("same-origin, cross-site", Elsewhere),
    ("same-origin;", Elsewhere),
    ("same_origin", Elsewhere),
    ("same-originx", Elsewhere),
    ("1", Elsewhere),
];

/// What a value of `Origin` says at `OWN`.
const ORIGINS: [(&str, Sender); 21] = [
    ("https://blue.agency.com:8443", OwnPage),
    ("http://blue.agency.com:8443", OwnPage),
    ("https://BLUE.Agency.com:8443", OwnPage),
    ("https://blue.agency.com", Elsewhere),
    ("https://blue.agency.com:443", Elsewhere),
    ("https://red.agency.com:8443", Elsewhere),
    ("https://agency.com:8443", Elsewhere),
    ("https://www.blue.agency.com:8443", Elsewhere),
    ("https://blue.agency.com:8443.evil.example", Elsewhere),
    ("https://evil.example/blue.agency.com:8443", Elsewhere),
    ("https://blue.agency.com:8443@evil.example", Elsewhere),
    ("https://evil.example", Elsewhere),
    ("https://blue.agency.com:8443, https://evil.example", Elsewhere),
    ("blue.agency.com:8443", Elsewhere),
    ("//blue.agency.com:8443", Elsewhere),
    ("ftp://blue.agency.com:8443", Elsewhere),
    ("chrome-extension://blue.agency.com:8443", Elsewhere),
    ("https://", Elsewhere),
    ("https://b\u{fc}ue.agency.com:8443", Elsewhere),
    ("null", Elsewhere),
    ("", Elsewhere),
];

/// Whether a method changes something, or may.
const METHODS: [(&str, bool); 10] = [
    ("GET", false),
    ("HEAD", false),
    ("OPTIONS", false),
    ("POST", true),
    ("PUT", true),
    ("PATCH", true),
    ("DELETE", true),
    ("TRACE", true),
    ("PROPFIND", true),
    ("get", true),
];

/// Headers that decide nothing, whatever they say: a set has one row of each.
const FETCH_MODES: [Option<&str>; 5] =
    [None, Some("cors"), Some("no-cors"), Some("navigate"), Some("same-origin")];
const REFERERS: [Option<&str>; 3] =
    [None, Some("https://evil.example/"), Some("https://blue.agency.com:8443/trips")];
const COOKIES: [Option<&str>; 2] = [None, Some("fareway_session=guest-token")];
const TYPES: [Option<&str>; 4] =
    [None, Some("application/json"), Some("text/plain"), Some("application/x-www-form-urlencoded")];
const CUSTOM: [Option<&str>; 2] = [None, Some("XMLHttpRequest")];

#[derive(Debug, Clone, Copy)]
struct HeaderSet {
    method: &'static str,
    is_unsafe: bool,
    site: Option<(&'static str, Sender)>,
    origin: Option<(&'static str, Sender)>,
    /// As HTTP/2 names the host; else by `Host`.
    by_authority: bool,
    /// Which row of each of the headers that decide nothing.
    others: usize,
}

impl HeaderSet {
    fn sender(&self) -> Sender {
        let told = self.site.or(self.origin);
        told.map_or(NoBrowser, |(_, sender)| sender)
    }

    fn headers(&self) -> [(&'static str, Option<&'static str>); 7] {
        let n = self.others;
        [
            ("sec-fetch-site", self.site.map(|(text, _)| text)),
            ("origin", self.origin.map(|(text, _)| text)),
            ("sec-fetch-mode", FETCH_MODES[n % FETCH_MODES.len()]),
            ("referer", REFERERS[n % REFERERS.len()]),
            ("cookie", COOKIES[n / 3 % COOKIES.len()]),
            ("content-type", TYPES[n / 5 % TYPES.len()]),
            ("x-requested-with", CUSTOM[n / 7 % CUSTOM.len()]),
        ]
    }

    fn parts(&self) -> Parts {
        let uri =
            if self.by_authority { format!("https://{OWN}/api/bookings") } else { "/api/bookings".into() };
        let mut request = http::Request::builder().method(self.method).uri(uri);
        if !self.by_authority {
            request = request.header(HOST, OWN);
        }
        for (name, value) in self.headers() {
            if let Some(value) = value {
                request = request.header(name, value.as_bytes());
            }
        }
        request.body(()).unwrap().into_parts().0
    }
}

/// Each method with each site and each origin, or without, by both names of the host.
fn header_sets() -> Vec<HeaderSet> {
    let mut sets = Vec::new();
    for (method, is_unsafe) in METHODS {
        for site in SITES.map(Some).into_iter().chain([None]) {
            for origin in ORIGINS.map(Some).into_iter().chain([None]) {
                for by_authority in [false, true] {
                    let others = sets.len();
                    sets.push(HeaderSet { method, is_unsafe, site, origin, by_authority, others });
                }
            }
        }
    }
    sets
}

#[test]
fn r012_csrf_of_two_thousand_header_sets_none_that_another_site_can_send_is_let_through() {
    let sets = header_sets();
    assert!(sets.len() >= 2_000, "{}", sets.len());
    for set in sets {
        let (parts, foreign) = (set.parts(), set.sender() == Elsewhere);
        assert_eq!(OtherSites::MayRead.are_refused(&parts), foreign && set.is_unsafe, "{set:?}");
        assert_eq!(OtherSites::Refused.are_refused(&parts), foreign, "{set:?}");
        assert!(!OtherSites::Admitted.are_refused(&parts), "{set:?}");
    }
}

#[test]
fn r012_csrf_no_cookie_referer_type_or_header_of_another_name_changes_what_is_refused() {
    let foreign = HeaderSet {
        method: "POST",
        is_unsafe: true,
        site: Some(("cross-site", Elsewhere)),
        origin: Some(("https://evil.example", Elsewhere)),
        by_authority: false,
        others: 0,
    };
    let own = HeaderSet { site: Some(("same-origin", OwnPage)), ..foreign };
    for others in 0..840 {
        for (set, refused) in [(foreign, true), (own, false)] {
            let set = HeaderSet { others, ..set };
            assert_eq!(OtherSites::MayRead.are_refused(&set.parts()), refused, "{set:?}");
        }
    }
}
