//! What browsers report of a page's policy: both forms are taken, and nothing of them stays but a directive and an origin.

use proto::identity::v1::{OpenSessionRequest, ResolveSessionRequest};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Gateway, USER_TOKEN, Visitor};
use crate::log::Log;

const PATH: &str = "/api/csp-reports";
const ONE: &str = "application/csp-report";
const SEVERAL: &str = "application/reports+json";
/// In every part of a report that is not for us.
const CANARY: &str = "canary";

/// A gateway that tells visitors apart by what a proxy says.
async fn gateway() -> (Gateway, Log) {
    let log = Log::of_this_process();
    let gateway = Gateway::start_with(&["--trusted-proxies", "127.0.0.1/32"]).await;
    gateway.until_ready().await;
    (gateway, log)
}

fn visitor(gateway: &Gateway, n: u8) -> Visitor {
    gateway.visitor_with(USER_TOKEN).with("x-forwarded-for", &format!("198.51.100.{n}"))
}

async fn send(visitor: &mut Visitor, media_type: &str, body: &impl ToString) -> (u16, String) {
    let request = visitor.request(Method::POST, PATH).header("content-type", media_type);
    let answer = visitor.send(request.body(body.to_string())).await;
    assert!(answer.set_cookies().is_empty(), "{answer:?}");
    let (status, code) = answer.told();
    (status, code.to_owned())
}

fn one(directive: &str, blocked: &str) -> Value {
    json!({ "csp-report": {
        "document-uri": "https://shop.example/reset-password?token=canary",
        "referrer": "https://canary.example/",
        "effective-directive": directive,
        "violated-directive": directive,
        "original-policy": "default-src 'none'; canary",
        "blocked-uri": blocked,
        "script-sample": "let canary",
        "status-code": 200,
    } })
}

fn collected(kind: &str, directive: &str, blocked: &str) -> Value {
    json!({
        "type": kind,
        "age": 7,
        "url": "https://shop.example/reset-password?token=canary",
        "user_agent": "canary",
        "body": {
            "documentURL": "https://shop.example/?canary",
            "effectiveDirective": directive,
            "blockedURL": blocked,
            "sample": "let canary",
            "statusCode": 200,
        },
    })
}

const TAKEN: (u16, &str) = (204, "");

fn told(answer: &(u16, String)) -> (u16, &str) {
    (answer.0, &answer.1)
}

#[tokio::test]
async fn a_report_in_either_form_is_told_by_directive_and_origin_and_asks_no_service() {
    let (gateway, log) = gateway().await;
    let mut browser = visitor(&gateway, 1);

    let old = one("img-src", "https://ada:canary@evil.example:8443/canary?q=canary#canary");
    assert_eq!(told(&send(&mut browser, ONE, &old).await), TAKEN);
    let older =
        json!({ "csp-report": { "violated-directive": "font-src 'self' canary", "blocked-uri": "data" } });
    assert_eq!(told(&send(&mut browser, "Application/CSP-Report; charset=utf-8", &older).await), TAKEN);
    let new = json!([
        collected("csp-violation", "script-src-elem", "inline"),
        collected("deprecation", "connect-src", "https://canary.example"),
        collected("csp-violation", "canary-src", "canary"),
    ]);
    assert_eq!(told(&send(&mut browser, SEVERAL, &new).await), TAKEN);

    let lines = log.security();
    let expected = [
        ("img-src", Some("https://evil.example:8443")),
        ("font-src", Some("data")),
        ("script-src-elem", Some("inline")),
        ("other", None),
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for ((directive, blocked), line) in expected.into_iter().zip(&lines) {
        assert!(line.contains("security.event=\"csp.violated\""), "{line}");
        assert!(line.contains(&format!(" reason=\"{directive}\" ")), "{line}");
        assert!(line.contains(" client.address=198.51.100.1 ") && !line.contains(" session.id="), "{line}");
        let found = line.split_once(" blocked=\"").and_then(|(_, rest)| rest.split('"').next());
        assert_eq!(found, blocked, "{line}");
    }
    let all = log.ours().concat();
    assert!(!all.contains(CANARY), "{all}");
    assert!(gateway.fakes.calls::<ResolveSessionRequest>().is_empty(), "no cookie is read");
    assert!(gateway.fakes.calls::<OpenSessionRequest>().is_empty());
}

#[tokio::test]
async fn reports_of_one_directive_cost_one_line_a_minute_for_a_network() {
    let (gateway, log) = gateway().await;

    let mut loud = visitor(&gateway, 1);
    for n in 1..=5 {
        send(&mut loud, ONE, &one("img-src", &format!("https://evil{n}.example"))).await;
        send(&mut loud, ONE, &one("frame-src", "https://evil.example")).await;
    }
    send(&mut visitor(&gateway, 2), ONE, &one("img-src", "https://other.example")).await;

    let lines = log.security();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].contains("https://evil1.example") && lines[1].contains("frame-src"), "{lines:?}");
    assert!(lines[2].contains("https://other.example"), "nobody hides another's report: {lines:?}");
}

#[tokio::test]
async fn of_a_batch_the_first_twenty_are_read_and_an_odd_one_spoils_no_other() {
    let (gateway, log) = gateway().await;
    let full = |directive: &str| {
        let mut report = collected("csp-violation", directive, "https://evil.example");
        report["body"]["originalPolicy"] = "canary ".repeat(300).into();
        report
    };
    let mut reports = vec![full("img-src"); 18];
    reports.extend([json!("canary"), json!({ "type": "csp-violation", "body": 7 })]);
    reports.extend(["connect-src", "worker-src", "font-src"].map(full));

    let taken = send(&mut visitor(&gateway, 1), SEVERAL, &Value::from(reports)).await;

    assert_eq!(told(&taken), TAKEN);
    let lines = log.security();
    assert_eq!(lines.len(), 3, "{lines:?}");
    for (line, directive) in lines.iter().zip(["img-src", "connect-src", "worker-src"]) {
        assert!(line.contains(&format!(" reason=\"{directive}\" ")), "{line}");
    }
}

#[tokio::test]
async fn what_is_no_report_or_too_large_is_refused() {
    let (gateway, log) = gateway().await;
    let mut browser = visitor(&gateway, 1);

    for (media_type, body, status) in [
        ("application/json", one("img-src", "inline").to_string(), 415),
        (ONE, "canary".to_owned(), 400),
        (ONE, "{}".to_owned(), 400),
        (SEVERAL, one("img-src", "inline").to_string(), 400),
        (ONE, " ".repeat((64 << 10) + 1), 413),
    ] {
        assert_eq!(send(&mut browser, media_type, &body).await.0, status, "{media_type}");
    }
    assert_eq!(browser.get(PATH).await.told(), (405, "METHOD_NOT_ALLOWED"));
    assert_eq!(log.security(), Vec::<String>::new());
}

#[tokio::test]
async fn an_address_may_send_sixty_reports_a_minute_and_loses_no_other_call_by_it() {
    let (gateway, _log) = gateway().await;
    let mut browser = visitor(&gateway, 1);

    for n in 0..60 {
        assert_eq!(told(&send(&mut browser, ONE, &one("img-src", "inline")).await), TAKEN, "{n}");
    }

    assert_eq!(told(&send(&mut browser, ONE, &one("img-src", "inline")).await), (429, "RATE_LIMITED"));
    assert_eq!(browser.get("/api/system/mode").await.status, 200);
    assert_eq!(told(&send(&mut visitor(&gateway, 2), ONE, &one("img-src", "inline")).await), TAKEN);
}
