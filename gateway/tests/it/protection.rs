//! What the gateway refuses before anybody is asked, and what it never lets out.

use axum::body::Body;
use http::Version;
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use proto::booking::v1::{GetBookingRequest, GetBookingResponse};
use proto::payments::v1::{AuthorisePaymentRequest, AuthorisePaymentResponse};
use reqwest::{Method, StatusCode};
use serde_json::json;
use service::Mode;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tonic::{Code, Status};

use crate::fakes::Fakes;
use crate::harness::{GUEST_TOKEN, Gateway, USER_TOKEN, with_mode, with_sessions};
use crate::log::Log;
use crate::samples::{self, designed};

#[tokio::test]
async fn r012_no_other_sites_page_can_act_for_a_visitor() {
    let gateway = Gateway::start().await;
    let host = gateway.address.to_string();
    let check = async |headers: &[(&str, &str)], refused: bool| {
        let visitor = gateway.visitor_with(USER_TOKEN);
        let request = visitor.request(Method::POST, "/api/auth/logout");
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let answer = gateway.visitor().send(request).await;
        assert_eq!(answer.told().1 == "CROSS_SITE", refused, "{headers:?}: {answer:?}");
        assert!(!refused || answer.status == 403);
    };

    check(&[], false).await;
    check(&[("sec-fetch-site", "same-origin")], false).await;
    check(&[("origin", &format!("http://{host}"))], false).await;
    check(&[("sec-fetch-site", "cross-site")], true).await;
    check(&[("sec-fetch-site", "same-site")], true).await;
    check(&[("origin", "https://evil.example")], true).await;
    check(&[("origin", "null")], true).await;
}

/// Sends a head as it stands. Returns the status and what follows the head of the answer.
async fn send_head(gateway: &Gateway, lines: &[&str]) -> (String, String) {
    let mut connection = TcpStream::connect(gateway.address).await.unwrap();
    let head = [lines, &["connection: close", "", ""]].concat().join("\r\n");
    connection.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let gateway = Gateway::start().await;
    let own = format!("Host: {}", gateway.address);
    let absolute = format!("GET http://{}/healthz HTTP/1.1", gateway.address);
    let none: &[&str] = &[];
    let status = async |lines: &[&str]| send_head(&gateway, lines).await.0;

    for path in ["/healthz", "/api/auth/user", "/"] {
        let line = format!("GET {path} HTTP/1.1");
        for hosts in [none, &[own.as_str(), "Host: evil.example"][..], &[own.as_str(), own.as_str()][..]] {
            let (status, body) = send_head(&gateway, &[&[line.as_str()][..], hosts].concat()).await;
            assert_eq!(status, "400", "{path} {hosts:?}");
            assert!(body.contains(r#""code":"MALFORMED_REQUEST""#), "{path} {hosts:?}: {body}");
        }
    }
    assert_eq!(status(&["GET /healthz HTTP/1.1", &own]).await, "200", "a probe by address");
    assert_eq!(status(&[&absolute, &own]).await, "200");
    assert_eq!(status(&["GET /healthz HTTP/1.0"]).await, "200");
}

#[tokio::test]
async fn http2_names_its_host_as_the_authority() {
    let gateway = Gateway::start().await;
    let client = Client::builder(TokioExecutor::new()).http2_only(true).build_http::<Body>();
    let address = format!("http://{}/healthz", gateway.address);

    let answer = client.get(address.parse().unwrap()).await.unwrap();

    assert_eq!((answer.version(), answer.status()), (Version::HTTP_2, StatusCode::OK));
}

#[tokio::test]
async fn a_body_is_json_and_no_larger_than_it_need_be() {
    let gateway = Gateway::start().await;
    let post = |kind: &'static str, body: String| {
        gateway.visitor().request(Method::POST, "/api/auth/login").header("content-type", kind).body(body)
    };
    let check = async |request, status: u16, code: &str| {
        assert_eq!(gateway.visitor().send(request).await.told(), (status, code));
    };
    let login = r#"{"username":"ada","password":"secret"}"#.to_owned();

    check(post("application/json; charset=utf-8", login.clone()), 503, "SERVICE_UNAVAILABLE").await;
    check(post("text/plain", login.clone()), 415, "UNSUPPORTED_MEDIA_TYPE").await;
    check(post("application/x-www-form-urlencoded", login), 415, "UNSUPPORTED_MEDIA_TYPE").await;
    check(post("application/json", "{".to_owned()), 400, "MALFORMED_REQUEST").await;
    check(post("application/json", "{}".to_owned()), 422, "VALIDATION_ERROR").await;
    check(post("application/json", "x".repeat(64 * 1024 + 1)), 413, "TOO_LARGE").await;
}

#[tokio::test]
async fn what_does_not_exist_is_a_problem_too() {
    let gateway = Gateway::start().await;

    let unknown = gateway.visitor().get("/api/nothing").await;
    let method = gateway.visitor().post_nothing("/api/system/mode").await;
    let put = gateway.visitor().request(Method::PUT, "/api/bookings");
    let method_of_two_calls = gateway.visitor().send(put).await;
    let root = gateway.visitor().get("/api/").await;
    let garbled = gateway.visitor().with("accept-encoding", "gzip").get("/api/brands/%FF").await;

    assert_eq!(unknown.told(), (404, "NOT_FOUND"));
    assert_eq!(root.told(), (404, "NOT_FOUND"));
    assert_eq!(method.told(), (405, "METHOD_NOT_ALLOWED"));
    assert_eq!(method_of_two_calls.told(), (405, "METHOD_NOT_ALLOWED"));
    assert_eq!(garbled.told(), (400, "MALFORMED_REQUEST"));
    for answer in [unknown, root, method, method_of_two_calls, garbled] {
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!(answer.body["request_id"], answer.header("x-request-id"));
        assert_eq!(answer.body["message"], answer.body["detail"]);
        assert_eq!(answer.body["status"], answer.status.as_u16());
    }
}

#[tokio::test]
async fn an_address_that_asks_too_often_waits_and_no_other_does() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    let gateway = Gateway::in_front_of(fakes, &["--trusted-proxies", "127.0.0.1/32"]).await;
    let mut bot = gateway.visitor().with("x-forwarded-for", "203.0.113.1, 198.51.100.7");
    let mut other = gateway.visitor().with("x-forwarded-for", "203.0.113.1, 198.51.100.8");
    let login = json!({ "username": "ada", "password": "guess" });

    for _ in 0..20 {
        assert_ne!(bot.post("/api/auth/login", login.clone()).await.status, 429);
    }
    let refused = bot.post("/api/auth/login", login.clone()).await;
    let spared = other.post("/api/auth/login", login).await;
    let elsewhere = bot.get("/api/system/mode").await;

    assert_eq!(refused.told(), (429, "RATE_LIMITED"));
    assert_eq!(refused.header("retry-after"), "3");
    assert_ne!(spared.status, 429);
    assert_eq!(elsewhere.status, 200);
}

#[tokio::test]
async fn visitors_of_a_local_proxy_that_is_not_named_count_as_one_and_a_developer_does_not_count() {
    let gateway = Gateway::start().await;
    let login = json!({ "username": "ada", "password": "guess" });
    let visitor = |n: usize| gateway.visitor().with("x-forwarded-for", &format!("198.51.100.{n}"));

    for n in 0..20 {
        assert_ne!(visitor(n).post("/api/auth/login", login.clone()).await.status, 429);
    }
    let one_more = visitor(20).post("/api/auth/login", login.clone()).await;
    let developer = gateway.visitor().post("/api/auth/login", login).await;

    assert_eq!(one_more.told(), (429, "RATE_LIMITED"));
    assert_ne!(developer.status, 429);
}

#[tokio::test]
async fn two_gateways_allow_an_address_together_what_one_would() {
    const ONE_ALLOWS: usize = 120;
    let mut allowed = 0;
    for _ in 0..2 {
        let settings = ["--gateway-replicas", "2", "--trusted-proxies", "127.0.0.1/32"];
        let gateway = Gateway::start_with(&settings).await;
        let mut visitor = gateway.visitor().with("x-forwarded-for", "198.51.100.7");
        for _ in 0..ONE_ALLOWS {
            let answer = visitor.get("/api/flights/search").await;
            allowed += usize::from(answer.told() != (429, "RATE_LIMITED"));
        }
    }

    assert!(allowed.abs_diff(ONE_ALLOWS) <= ONE_ALLOWS / 10, "{allowed} searches within a minute");
}

#[tokio::test]
async fn a_session_that_pays_too_often_waits() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway
        .fakes
        .on(|_, _: AuthorisePaymentRequest| Err::<AuthorisePaymentResponse, _>(Status::unavailable("away")));
    let mut guest = gateway.visitor_with(GUEST_TOKEN);

    for _ in 0..20 {
        assert_eq!(guest.post("/api/payments/process-card", payment()).await.status, 503);
    }
    let refused = guest.post("/api/payments/process-card", payment()).await;

    assert_eq!(refused.told(), (429, "RATE_LIMITED"));
}

#[tokio::test]
async fn a_visitor_without_room_for_their_search_is_told_when_to_come_back_and_others_go_on_paying() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    fakes.on(|_, _: AuthorisePaymentRequest| {
        Err::<AuthorisePaymentResponse, _>(designed(Code::ResourceExhausted, "TOO_MANY_ATTEMPTS"))
    });
    let gateway = Gateway::in_front_of(fakes, &["--searches-at-once", "0"]).await;
    gateway.until_ready().await;
    let mut guest = gateway.visitor_with(GUEST_TOKEN);

    let refused = guest
        .get("/api/flights/search?origin=JFK&destination=LHR&departureDate=2026-06-01&adultsCount=1")
        .await;
    let paying = guest.post("/api/payments/process-card", payment()).await;

    assert_eq!(refused.told(), (503, "SEARCH_UNAVAILABLE"));
    assert_eq!(refused.header("retry-after"), "5");
    assert_eq!((paying.status, &paying.body["error"]), (StatusCode::OK, &json!("TOO_MANY_ATTEMPTS")), "R1");
}

fn payment() -> serde_json::Value {
    json!({
        "amount": "645", "currency": "USD", "offerId": samples::OFFER,
        "cardDetails": {
            "number": "4000056655665556", "expiryMonth": "12", "expiryYear": "34", "cvv": "987",
            "holderName": "Canary Cardholder",
        },
    })
}

#[tokio::test]
async fn r008_nothing_of_a_card_a_password_or_a_token_reaches_the_log() {
    let log = Log::of_this_process();
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    let mut visitor = gateway.visitor_with("canary-session-token");

    visitor.post("/api/payments/process-card", payment()).await;
    let mut broken = payment();
    broken["cardDetails"]["expiryYear"] = json!("40000566");
    visitor.post("/api/payments/process-card", broken).await;
    let booking = json!({
        "offerId": samples::OFFER, "passengers": [], "paymentDetails": {
            "amount": 1, "currency": "USD", "cardDetails": payment()["cardDetails"],
        },
    });
    visitor.post("/api/bookings", booking).await;
    visitor
        .post("/api/auth/login", json!({ "username": "canary-user", "password": "canary-password" }))
        .await;

    let ours = log.ours().concat();
    assert!(ours.contains("POST /api/payments/process-card"), "the log was read: {ours}");
    for canary in ["4000056655665556", "40000566", "Canary", "canary-"] {
        assert!(!ours.contains(canary), "{canary} in the log");
    }
}

/// Every call of the document, with `1` for what its path leaves open.
fn calls() -> Vec<(Method, String)> {
    let document: serde_json::Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    let calls = paths.flat_map(|(path, methods)| methods.as_object().unwrap().keys().map(move |m| (m, path)));
    let filled = |path: &str| {
        path.split('/')
            .map(|part| if part.starts_with('{') { "1" } else { part })
            .collect::<Vec<_>>()
            .join("/")
    };
    calls.map(|(method, path)| (method.to_uppercase().parse().unwrap(), filled(path))).collect()
}

#[tokio::test]
async fn every_call_fails_in_a_designed_way_while_all_services_are_away() {
    let gateway = Gateway::in_front_of(Fakes::default(), &[]).await;
    let calls = calls();
    assert!(calls.len() > 20, "{calls:?}");

    for (method, path) in calls {
        for token in ["", USER_TOKEN] {
            let request = gateway.visitor_with(token).request(method.clone(), &path);
            let request = if method == Method::POST { request.json(&json!({})) } else { request };
            if path == "/api/events" {
                assert_eq!(request.send().await.unwrap().status(), 200, "pages follow as nobody");
                continue;
            }
            let answer = gateway.visitor().send(request).await;
            let is_designed = answer.status.is_success()
                || answer.header("content-type") == "application/problem+json" && !answer.told().1.is_empty();
            assert!(is_designed && answer.status != 500, "{method} {path}: {answer:?}");
        }
    }
}

#[tokio::test]
async fn a_request_that_fails_by_a_fault_of_ours_has_one_line_with_its_id_and_its_pattern() {
    let log = Log::of_this_process();
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| Err::<GetBookingResponse, _>(Status::internal("a fault")));

    let path = format!("/api/bookings/{}?canary-query=1", samples::BOOKING);
    let failed = gateway.visitor_with(USER_TOKEN).get(&path).await;

    assert_eq!(failed.status, 500, "{failed:?}");
    let id = failed.header("x-request-id");
    let mut lines = log.ours();
    lines.retain(|line| line.contains(id) && line.contains("a request failed"));
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert!(line.contains("WARN") && line.contains("/api/bookings/{id}"), "{line}");
    assert!(!line.contains("canary-query") && !line.contains(samples::BOOKING), "{line}");
}

#[tokio::test]
async fn a_request_that_found_a_service_away_has_no_warning_of_its_own() {
    let log = Log::of_this_process();
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: GetBookingRequest| Err::<GetBookingResponse, _>(Status::unavailable("away")));

    let failed = gateway.visitor_with(USER_TOKEN).get(&format!("/api/bookings/{}", samples::BOOKING)).await;

    assert_eq!(failed.status, 503, "{failed:?}");
    let mut lines = log.ours();
    lines.retain(|line| {
        line.contains(failed.header("x-request-id")) && line.contains("gateway::edge::observe:")
    });
    let [line] = &lines[..] else { panic!("{lines:?}") };
    assert!(line.contains("DEBUG") && line.contains("answered"), "{line}");
}

#[tokio::test]
async fn r010_no_call_answers_a_stranger_with_anything_of_a_user() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    let open =
        ["/api/auth/login", "/api/auth/register", "/api/auth/forgot-password", "/api/auth/reset-password"];

    for (method, path) in calls() {
        if method == Method::GET && path.starts_with("/api/bookings") || path.starts_with("/api/admin") {
            let refused = gateway.visitor().send(gateway.visitor().request(method, &path)).await;
            assert!([401, 404].contains(&refused.status.as_u16()), "{path}: {refused:?}");
        } else if path.starts_with("/api/auth")
            && !open.contains(&path.as_str())
            && path != "/api/auth/logout"
        {
            let refused = gateway.visitor().send(gateway.visitor().request(method, &path)).await;
            assert_eq!(refused.told(), (401, "NOT_AUTHENTICATED"), "{path}");
        }
    }
}
