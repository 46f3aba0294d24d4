//! The web app's files, as browsers and Next's client ask for them.

use std::io::Read;

use flate2::read::GzDecoder;
use reqwest::Method;
use service::Mode;

use crate::fakes::Fakes;
use crate::harness::{Export, Gateway, with_mode, with_sessions};
use crate::samples;

async fn with_export() -> (Gateway, Export) {
    let export = Export::write();
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    let gateway = Gateway::in_front_of(fakes, &["--web-dir", export.path()]).await;
    (gateway, export)
}

/// What stands between `before` and the next double quote.
fn attribute<'t>(text: &'t str, before: &str) -> &'t str {
    text.split_once(before).expect(before).1.split('"').next().unwrap()
}

#[tokio::test]
async fn every_path_has_the_answer_that_next_expects() {
    let (gateway, _export) = with_export().await;
    let check = async |path: &str, status: u16, kind: &str, content: &str| {
        let (got, head) = (gateway.visitor().get(path).await, gateway.visitor().head(path).await);
        assert_eq!((got.status.as_u16(), head.status.as_u16()), (status, status), "{path}");
        assert_eq!((got.header("content-type"), head.header("content-type")), (kind, kind), "{path}");
        assert!(got.text.contains(content), "{path}: {}", got.text);
        assert!(head.text.is_empty(), "{path}");
    };
    let (html, text) = ("text/html; charset=utf-8", "text/plain; charset=utf-8");

    check("/", 200, html, "home").await;
    check("/search?from=JFK", 200, html, "search").await;
    check("/flight/off_1", 200, html, "flight").await;
    check("/flight/off_1.txt?_rsc=x", 200, text, "route data of flight").await;
    check("/flight/off_1/__next._tree.txt?_rsc=x", 200, text, "tree of flight").await;
    check("/search.txt?_rsc=x", 200, text, "route data of search").await;
    check("/search/__next._tree.txt", 200, text, "tree of search").await;
    check("/_next/static/chunks/a1.js", 200, "text/javascript; charset=utf-8", "a chunk").await;
    check("/favicon.ico", 200, "image/svg+xml", "").await;
    check("/unknown", 404, html, "nothing here").await;
    check("/unknown.txt", 404, text, "").await;
    check("/csp.json", 404, html, "nothing here").await;
    check("/search/", 404, html, "nothing here").await;
    check("/..%2f..%2fetc%2fpasswd", 404, html, "nothing here").await;
}

#[tokio::test]
async fn pages_are_never_reused_and_files_are_kept_by_their_etag() {
    let (gateway, _export) = with_export().await;

    let page = gateway.visitor().get("/").await;
    let data = gateway.visitor().get("/search.txt").await;
    let chunk = gateway.visitor().get("/_next/static/chunks/a1.js").await;
    let again = gateway.visitor().with("if-none-match", data.header("etag")).get("/search.txt").await;

    assert_eq!((page.header("etag"), page.header("cache-control")), ("", "no-cache"));
    assert_eq!(data.header("cache-control"), "no-cache");
    assert_eq!(chunk.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));
}

#[tokio::test]
async fn each_answer_has_a_nonce_of_its_own_in_policy_and_page() {
    let (gateway, _export) = with_export().await;

    let (first, second) = (gateway.visitor().get("/").await, gateway.visitor().get("/").await);

    let nonce = attribute(&first.text, "<meta name=\"csp-nonce\" content=\"");
    assert!(nonce.len() >= 22, "{nonce}");
    assert_ne!(nonce, attribute(&second.text, "<meta name=\"csp-nonce\" content=\""));
    assert!(!first.text.contains("__CSP_NONCE__"));
    assert_eq!(first.text.matches(&format!("nonce=\"{nonce}\"")).count(), 2, "{}", first.text);
    let policy = first.header("content-security-policy");
    assert!(policy.contains(&format!("style-src 'self' 'nonce-{nonce}'")), "{policy}");
    assert!(policy.contains("script-src 'self' 'sha256-aaa=';"), "{policy}");
    let search = gateway.visitor().get("/search").await;
    assert!(search.header("content-security-policy").contains("script-src 'self' 'sha256-bbb=';"));
}

#[tokio::test]
async fn a_page_says_where_browsers_report_what_its_policy_kept_out() {
    let (gateway, _export) = with_export().await;

    let page = gateway.visitor().get("/").await;

    let policy = page.header("content-security-policy");
    assert!(policy.ends_with("; report-uri /api/csp-reports; report-to csp"), "{policy}");
    assert_eq!(page.header("reporting-endpoints"), "csp=\"/api/csp-reports\"");
}

#[tokio::test]
async fn r008_only_the_page_of_the_booking_lets_in_the_card_providers_fields_where_they_are_on() {
    let export = Export::write();
    let fakes = Fakes::default();
    fakes.on(samples::find_brand);
    let settings = [
        "--web-dir",
        export.path(),
        "--stripe-live-publishable-key=pk_live_1",
        "--stripe-browser-urls=https://b.example",
    ];
    let gateway = Gateway::in_front_of(fakes, &settings).await;
    let (without, _export) = with_export().await;

    let page = gateway.visitor().get("/booking?offer=off_1").await;
    let search = gateway.visitor().get("/search").await;
    let other = without.visitor().get("/booking").await;

    let policy = page.header("content-security-policy");
    let has = |part: &str| assert!(policy.contains(part), "{part} is not in {policy}");
    has("script-src 'self' 'sha256-ccc=' https://js.stripe.com https://*.js.stripe.com; ");
    has("frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; ");
    has("connect-src 'self' https://js.stripe.com https://b.example; ");
    for strict in [search, other] {
        assert!(!strict.header("content-security-policy").contains("stripe"));
    }
}

#[tokio::test]
async fn s001_s005_a_page_shows_the_brand_of_its_host_from_its_first_byte() {
    let (gateway, _export) = with_export().await;

    let by_host = gateway.visitor().with("host", "blue.agency.com").get("/").await;
    let by_query = gateway.visitor().get("/?brand=blue").await;
    let unknown = gateway.visitor().with("host", "evil.example").get("/?brand=blue").await;
    let flight = gateway.visitor().get("/flight/off_1").await;

    for page in [by_host, by_query] {
        assert!(
            page.text.contains("<meta name=\"brand\" content=\"blue\" data-version=\"7\">"),
            "{}",
            page.text
        );
        assert!(page.text.contains("<title>Blue &amp; Sons - Flight Booking</title>"), "{}", page.text);
        assert!(page.text.contains("html:root{--brand-primary:#0055aa;}"), "{}", page.text);
    }
    assert!(unknown.text.contains("<meta name=\"brand\" content=\"default\" data-version=\"7\">"));
    assert!(!unknown.text.contains("evil"));
    assert!(flight.text.contains("<title>A flight of Fareway</title>"), "{}", flight.text);
}

#[tokio::test]
async fn answers_carry_the_headers_that_close_doors() {
    let (gateway, _export) = with_export().await;

    let (page, call) = (gateway.visitor().get("/").await, gateway.visitor().get("/api/system/mode").await);
    let reset = gateway.visitor().get("/reset-password?token=x").await;

    for answer in [&page, &call] {
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("referrer-policy"), "strict-origin-when-cross-origin");
        assert!(answer.header("permissions-policy").contains("payment=()"));
        assert_eq!(answer.header("strict-transport-security"), "", "not without https");
        assert_eq!(answer.header("x-request-id").len(), 36);
    }
    assert_eq!(call.header("cache-control"), "no-store");
    assert_eq!(call.header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    assert_eq!(reset.header("referrer-policy"), "no-referrer");
}

#[tokio::test]
async fn text_travels_compressed_where_the_client_can_read_it() {
    let export = Export::write();
    let chunk = "console.log('again and again');".repeat(200);
    std::fs::write(export.0.path().join("_next/static/chunks/a1.js"), &chunk).unwrap();
    let fakes = Fakes::default();
    fakes.on(samples::find_brand);
    let gateway = Gateway::in_front_of(fakes, &["--web-dir", export.path()]).await;
    let asset = || gateway.visitor().request(Method::GET, "/_next/static/chunks/a1.js");

    let plain = asset().header("accept-encoding", "identity").send().await.unwrap();
    let smaller = asset().header("accept-encoding", "br, gzip;q=0.8").send().await.unwrap();
    let page =
        gateway.visitor().request(Method::GET, "/").header("accept-encoding", "gzip").send().await.unwrap();

    assert_eq!(plain.text().await.unwrap(), chunk);
    assert_eq!(smaller.headers()["content-encoding"], "gzip");
    assert_eq!(page.headers()["content-encoding"], "gzip");
    assert!(smaller.bytes().await.unwrap().len() < 1_000);
}

#[tokio::test]
async fn a_page_in_gzip_is_the_same_page_under_a_nonce_of_its_own() {
    let (gateway, _export) = with_export().await;
    for path in ["/", "/search", "/unknown"] {
        let plain = gateway.visitor().get(path).await;

        let answer = gateway.visitor().request(Method::GET, path).header("accept-encoding", "br, gzip");
        let answer = answer.send().await.unwrap();

        assert_eq!(answer.status(), plain.status, "{path}");
        assert_eq!(answer.headers()["content-encoding"], "gzip", "{path}");
        assert_eq!(answer.headers()["vary"], "accept-encoding", "{path}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
        let mut page = String::new();
        GzDecoder::new(&answer.bytes().await.unwrap()[..]).read_to_string(&mut page).unwrap();
        let nonce_of = |page| attribute(page, "<meta name=\"csp-nonce\" content=\"").to_owned();
        let (nonce, other) = (nonce_of(&page), nonce_of(&plain.text));
        assert_ne!(nonce, other, "{path}");
        assert!(policy.contains(&format!("'nonce-{nonce}'")), "{path}: {policy}");
        assert_eq!(page.replace(&nonce, &other), plain.text, "{path}");
    }
}

#[tokio::test]
async fn the_form_that_the_build_made_is_sent_to_whom_can_read_it_and_is_no_file_of_its_own() {
    let export = Export::write();
    std::fs::write(export.0.path().join("_next/static/chunks/a1.js.br"), "made by the build").unwrap();
    let gateway = Gateway::in_front_of(Fakes::default(), &["--web-dir", export.path()]).await;
    let asset = |coding: &str| {
        gateway.visitor().request(Method::GET, "/_next/static/chunks/a1.js").header("accept-encoding", coding)
    };

    let brotli = asset("gzip, br").send().await.unwrap();
    let refused = asset("gzip, br;q=0").send().await.unwrap();
    let itself = gateway.visitor().get("/_next/static/chunks/a1.js.br").await;

    assert_eq!(brotli.headers()["content-encoding"], "br");
    assert_eq!(brotli.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(brotli.headers()["vary"], "accept-encoding");
    assert_eq!(brotli.headers()["etag"], refused.headers()["etag"]);
    assert_eq!(brotli.bytes().await.unwrap(), "made by the build");
    assert_eq!(refused.text().await.unwrap(), "console.log('a chunk')");
    assert_eq!(itself.status, 404);
}

#[tokio::test]
async fn without_a_build_the_site_says_how_to_make_one() {
    let gateway = Gateway::start().await;

    let page = gateway.visitor().get("/").await;

    assert_eq!(page.status, 503);
    assert!(page.text.contains("make build-web"), "{}", page.text);
}
