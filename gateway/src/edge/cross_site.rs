//! No other site's page can act for a visitor (requirement R12).

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::Method;
use http::header::{HOST, ORIGIN};
use http::request::Parts;
use http::uri::Authority;

use crate::problem::{ApiError, Code};

/// What pages of other sites may ask of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherSites {
    /// Everything: the call is for machines, its token allows it, or anybody may make it. No cookie counts there.
    Admitted,
    /// To read: it changes nothing, and their page does not see the answer.
    MayRead,
    /// Nothing: to read costs something.
    Refused,
}

impl OtherSites {
    fn are_refused(self, parts: &Parts) -> bool {
        match self {
            Self::Admitted => false,
            Self::MayRead => !is_read(parts) && is_foreign(parts),
            Self::Refused => is_foreign(parts),
        }
    }
}

pub(crate) async fn refuse_cross_site(
    State(others): State<OtherSites>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    if others.are_refused(&parts) {
        return ApiError::new(Code::CrossSite, "This request comes from another site.").into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

fn is_read(parts: &Parts) -> bool {
    [Method::GET, Method::HEAD, Method::OPTIONS].contains(&parts.method)
}

/// `Sec-Fetch-Site` decides where it is sent, else `Origin`. Every browser in support sends one of them with an
/// unsafe method, and the first with every request over https; what sends neither is no browser and has no visitor's
/// cookies.
fn is_foreign(parts: &Parts) -> bool {
    if let Some(site) = parts.headers.get("sec-fetch-site") {
        return site != "same-origin";
    }
    let Some(origin) = parts.headers.get(ORIGIN) else { return false };
    let origin = origin.to_str().unwrap_or_default();
    let named = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    // An opaque origin is `null`: it names no host.
    named.is_none_or(|host| !host.eq_ignore_ascii_case(own_host(parts)))
}

fn own_host(parts: &Parts) -> &str {
    let header = || parts.headers.get(HOST).and_then(|host| host.to_str().ok());
    parts.uri.authority().map(Authority::as_str).or_else(header).unwrap_or_default()
}

#[cfg(test)]
mod header_sets;

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(method: &str, site: Option<&str>, origin: Option<&str>) -> Parts {
        let mut request = http::Request::builder().method(method).uri("/api/bookings");
        request = request.header(HOST, "blue.agency.com:8443");
        for (name, value) in [("sec-fetch-site", site), ("origin", origin)] {
            if let Some(value) = value {
                request = request.header(name, value);
            }
        }
        request.body(()).unwrap().into_parts().0
    }

    #[test]
    fn r012_a_request_that_a_browser_sends_from_elsewhere_is_foreign() {
        let check = |method: &str, site: Option<&str>, origin: Option<&str>, foreign: bool| {
            let refused = OtherSites::MayRead.are_refused(&parts(method, site, origin));
            assert_eq!(refused, foreign, "{method} {site:?} {origin:?}");
        };
        let own = "https://blue.agency.com:8443";
        check("POST", Some("same-origin"), Some(own), false);
        check("POST", Some("same-origin"), Some("https://evil.example"), false); // no browser sends this pair
        check("POST", Some("same-site"), Some("https://red.agency.com:8443"), true);
        check("POST", Some("cross-site"), Some("https://evil.example"), true);
        check("POST", Some("cross-site"), Some(own), true);
        check("POST", Some("none"), None, true);
        check("POST", None, Some(own), false);
        check("POST", None, Some("http://BLUE.agency.com:8443"), false);
        check("POST", None, Some("https://blue.agency.com"), true);
        check("POST", None, Some("https://evil.example"), true);
        check("POST", None, Some("https://blue.agency.com:8443.evil.example"), true);
        check("POST", None, Some("null"), true);
        check("POST", None, Some(""), true);
        check("POST", None, None, false);
        check("DELETE", None, Some("null"), true);
        check("PUT", Some("cross-site"), None, true);
        check("GET", Some("cross-site"), None, false);
        check("HEAD", Some("cross-site"), None, false);
    }

    #[test]
    fn day06_no_other_site_reads_what_costs_something() {
        let check = |method: &str, site: Option<&str>, origin: Option<&str>, refused: bool| {
            let sent = parts(method, site, origin);
            assert_eq!(OtherSites::Refused.are_refused(&sent), refused, "{method} {site:?} {origin:?}");
            assert!(!OtherSites::Admitted.are_refused(&sent), "{method} {site:?} {origin:?}");
        };
        check("GET", Some("same-origin"), None, false);
        check("GET", Some("same-site"), None, true);
        check("GET", Some("cross-site"), None, true);
        check("GET", Some("none"), None, true); // a link in a mail
        check("HEAD", Some("cross-site"), None, true);
        check("GET", None, Some("https://evil.example"), true);
        check("GET", None, None, false);
    }
}
