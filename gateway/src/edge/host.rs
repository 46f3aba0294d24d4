//! A request names its site once (RFC 9112, section 3.2). Of two names, a proxy and this gateway could go by different ones.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::HOST;
use http::{HeaderMap, Version};

use crate::problem::{ApiError, Code};

/// Refuses two Host headers, and HTTP/1.1 without one. HTTP/2 names the site in `:authority`, HTTP/1.0 need not name it.
pub(crate) async fn require_host(request: Request, next: Next) -> Response {
    if names_its_host(request.version(), request.headers()) {
        return next.run(request).await;
    }
    ApiError::new(Code::MalformedRequest, "The request must have one Host header.").into_response()
}

fn names_its_host(version: Version, headers: &HeaderMap) -> bool {
    match headers.get_all(HOST).iter().count() {
        0 => version != Version::HTTP_11,
        hosts => hosts == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_named_once() {
        let check = |version: Version, hosts: &[&str], expected: bool| {
            let headers = hosts.iter().map(|host| (HOST, host.parse().unwrap()));
            assert_eq!(names_its_host(version, &headers.collect()), expected, "{version:?} {hosts:?}");
        };
        check(Version::HTTP_11, &["blue.agency.com"], true);
        check(Version::HTTP_11, &["192.0.2.7:8080"], true);
        check(Version::HTTP_11, &[], false);
        check(Version::HTTP_11, &["blue.agency.com", "red.agency.com"], false);
        check(Version::HTTP_11, &["blue.agency.com", "blue.agency.com"], false);
        check(Version::HTTP_10, &[], true);
        check(Version::HTTP_10, &["blue.agency.com", "red.agency.com"], false);
        check(Version::HTTP_2, &[], true);
        check(Version::HTTP_2, &["blue.agency.com"], true);
        check(Version::HTTP_2, &["blue.agency.com", "red.agency.com"], false);
    }
}
