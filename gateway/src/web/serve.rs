use axum::response::{Html, IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    REFERRER_POLICY, VARY,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use super::asset::Asset;
use super::head::initial_svg;
use super::load::Web;
use super::page::Page;
use super::paths::{file_of, is_route_data};
use super::policy::{REPORTING, policy};
use crate::brand_key::brand_key_of;
use crate::brands::Brands;
use crate::card_fields::Sources;
use crate::content_coding::{BY_CODING, GZIP, accepts};
use crate::problem::{ApiError, Code};

const NOT_FOUND_PAGE: &str = "404.html";
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");
/// A link from a mail carries its token in the address: no other site may learn it.
const SECRET_ADDRESSES: [&str; 4] = ["/confirm-email", "/reset-password", "/trip", "/watched-prices"];

impl Web {
    /// Answers a path that is no call: a page, a file, or 404. A page shows the brand of its request. The
    /// policy of a page that takes cards allows the `card_fields`.
    pub async fn answer(&self, parts: &Parts, brands: &Brands, card_fields: &Sources) -> Response {
        if ![Method::GET, Method::HEAD].contains(&parts.method) {
            return ApiError::new(Code::MethodNotAllowed, "Pages are read with GET.").into_response();
        }
        let path = parts.uri.path();
        if self.pages.is_empty() {
            return unbuilt();
        }
        let file = file_of(path).unwrap_or_default();
        let show = |page, status| show(page, status, parts, brands, card_fields);
        if let Some(page) = self.pages.get(&file) {
            return show(page, StatusCode::OK).await;
        }
        if let Some(asset) = self.assets.get(&file) {
            return send(asset, &parts.headers);
        }
        if path == "/favicon.ico" {
            return favicon(brands, parts).await;
        }
        match self.pages.get(NOT_FOUND_PAGE).filter(|_| !is_route_data(path)) {
            Some(page) => show(page, StatusCode::NOT_FOUND).await,
            // Next's client falls back to a full load where a .txt is missing; HTML would confuse it.
            None => (StatusCode::NOT_FOUND, "Not found\n").into_response(),
        }
    }
}

/// A page has a nonce of its own each time, and therefore no ETag: a 304 would pair a new nonce with an old page.
async fn show(
    page: &Page,
    status: StatusCode,
    parts: &Parts,
    brands: &Brands,
    card_fields: &Sources,
) -> Response {
    let brand = brands.shown(&brand_key_of(parts)).await;
    let nonce = nonce();
    let card_fields = if page.takes_cards { card_fields } else { &Sources::default() };
    let headers = [
        (CONTENT_SECURITY_POLICY, policy(&page.script_hashes, &nonce, card_fields)),
        (CACHE_CONTROL, ASK_AGAIN),
        REPORTING,
    ];
    let body = if accepts(&parts.headers, GZIP) {
        let coded = [(CONTENT_ENCODING, HeaderValue::from_static(GZIP)), (VARY, BY_CODING)];
        (coded, Html(page.gzip(&brand, &nonce))).into_response()
    } else {
        Html(page.render(&brand, &nonce)).into_response()
    };
    let mut response = (status, headers, body).into_response();
    if SECRET_ADDRESSES.contains(&parts.uri.path()) {
        response.headers_mut().insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    response
}

fn send(asset: &Asset, request: &HeaderMap) -> Response {
    let mut headers = HeaderMap::from_iter([
        (CONTENT_TYPE, asset.content_type.clone()),
        (CACHE_CONTROL, if asset.immutable { FOREVER } else { ASK_AGAIN }),
        (ETAG, asset.etag.clone()),
        (VARY, BY_CODING),
    ]);
    if is_known(request, &asset.etag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    match asset.encoded(|coding| accepts(request, coding)) {
        Some((coding, smaller)) => {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
            (headers, smaller).into_response()
        }
        None => (headers, asset.plain.clone()).into_response(),
    }
}

/// Browsers that overlook the page's icon link ask for this one.
async fn favicon(brands: &Brands, parts: &Parts) -> Response {
    let brand = brands.shown(&brand_key_of(parts)).await;
    let headers = [(CONTENT_TYPE, HeaderValue::from_static("image/svg+xml")), (CACHE_CONTROL, ASK_AGAIN)];
    (headers, initial_svg(&brand.record)).into_response()
}

fn unbuilt() -> Response {
    let sentence = "The web app is not built. Run `make build-web`, then start the gateway again.\n";
    (StatusCode::SERVICE_UNAVAILABLE, sentence).into_response()
}

fn is_known(request: &HeaderMap, etag: &HeaderValue) -> bool {
    let named = request.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok()).unwrap_or_default();
    named.split(',').any(|name| name.trim().as_bytes() == etag.as_bytes())
}

/// 128 random bits, as CSP asks for.
fn nonce() -> String {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).expect("the system has randomness");
    STANDARD.encode(bits)
}
