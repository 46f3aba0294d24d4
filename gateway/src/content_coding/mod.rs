//! Codings of bodies (RFC 9110, 8.4.1).

mod parts;

use bytes::Bytes;
use flate2::Compression;
use http::header::ACCEPT_ENCODING;
use http::{HeaderMap, HeaderValue};

pub(crate) use parts::{Gzip, Part};

/// The coding's name.
pub(crate) const GZIP: &str = "gzip";
/// The value of `Vary` for an answer that depends on `Accept-Encoding`.
pub(crate) const BY_CODING: HeaderValue = HeaderValue::from_static("accept-encoding");

/// Whether the client reads `coding` (RFC 9110, 12.5.3).
pub(crate) fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let accepted = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|named| {
        let mut parts = named.split(';').map(str::trim);
        parts.next() == Some(coding) && !matches!(parts.next(), Some("q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// The body in gzip.
pub(crate) fn gzip(body: &[u8], effort: Compression) -> Bytes {
    let mut gzip = Gzip::new();
    gzip.push(&Part::of(body, effort));
    gzip.finish()
}
