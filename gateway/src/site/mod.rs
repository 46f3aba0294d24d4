//! The web app's exported files: which one a path means, and the brand in the head of every page.
//!
//! Files are read once at start. A page gets a fresh nonce in every answer and therefore no ETag: a 304 would pair
//! a new nonce with an old body.

mod files;
mod page;
mod policy;

use axum::body::Body;
use axum::response::Response;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use http::{HeaderMap, StatusCode};

pub use files::Site;
pub use page::PageBrand;

use files::{File, Found};

const NOT_BUILT: &str = "The web app is not built: run `make build-web` and start again.\n";

impl Site {
    /// Answers a GET or HEAD for `path` (without its query). The caller drops the body of a HEAD.
    pub fn answer(&self, path: &str, headers: &HeaderMap, brand: &PageBrand) -> Response {
        if self.is_empty() {
            return plain(StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT);
        }
        match self.find(path) {
            Found::Page(name, file) => self.page(StatusCode::OK, name, file, brand),
            Found::File(file) => asset(file, headers),
            Found::NoPage => match self.not_found_page() {
                Some((name, file)) => self.page(StatusCode::NOT_FOUND, name, file, brand),
                None => plain(StatusCode::NOT_FOUND, "Not found\n"),
            },
            // Never a page for a script or a prefetch: the browser would run or parse it.
            Found::NoFile => plain(StatusCode::NOT_FOUND, "Not found\n"),
        }
    }

    fn page(&self, status: StatusCode, name: &str, file: &File, brand: &PageBrand) -> Response {
        let nonce = fresh_nonce();
        let html = page::assemble(&file.text, self.words(name), brand, &nonce);
        let policy = policy::content_security_policy(self.script_hashes(name), &nonce);
        Response::builder()
            .status(status)
            .header(CONTENT_TYPE, "text/html; charset=utf-8")
            .header(CACHE_CONTROL, "no-cache")
            .header(CONTENT_SECURITY_POLICY, policy)
            .body(Body::from(html))
            .expect("these headers are ASCII")
    }
}

fn asset(file: &File, headers: &HeaderMap) -> Response {
    let known = headers.get(IF_NONE_MATCH).is_some_and(|etag| etag.as_bytes() == file.etag.as_bytes());
    let response = Response::builder().header(CACHE_CONTROL, file.caching()).header(ETAG, &file.etag);
    if known {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).expect("these headers are ASCII");
    }
    response
        .header(CONTENT_TYPE, file.content_type)
        .body(Body::from(file.bytes.clone()))
        .expect("these headers are ASCII")
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    Response::builder()
        .status(status)
        .header(CONTENT_TYPE, "text/plain; charset=utf-8")
        .header(CACHE_CONTROL, "no-store")
        .body(Body::from(text))
        .expect("these headers are ASCII")
}

/// 122 random bits (a version 4 UUID), which CSP asks to be unguessable and new in every answer.
fn fresh_nonce() -> String {
    STANDARD.encode(uuid::Uuid::new_v4().as_bytes())
}
