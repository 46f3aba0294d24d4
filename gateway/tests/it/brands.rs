//! Brands: told as they are, cached, and never missed.

use proto::brand::v1::{GetBrandRequest, GetBrandResponse};
use proto::identity::v1::{OpenSessionRequest, ResolveSessionRequest};
use proto::search::v1::{SearchFlightsRequest, SearchFlightsResponse};
use service::Mode;
use tonic::Status;

use crate::fakes::Fakes;
use crate::harness::{Export, GUEST_TOKEN, Gateway, with_mode, with_sessions};
use crate::samples;

#[tokio::test]
async fn s004_a_brand_is_told_without_its_policy() {
    let gateway = Gateway::start().await;

    let blue = gateway.visitor().get("/api/brands/blue").await;
    let unknown = gateway.visitor().get("/api/brands/red").await;
    let nonsense = gateway.visitor().get("/api/brands/%3Cscript%3E").await;

    assert_eq!(
        (blue.body["name"].as_str(), blue.body["domain"].as_str()),
        (Some("Blue & Sons"), Some("blue"))
    );
    assert!(!blue.text.contains("markup"), "{}", blue.text);
    assert_eq!(unknown.told(), (404, "BRAND_NOT_FOUND"));
    assert_eq!(nonsense.told(), (404, "BRAND_NOT_FOUND"));
}

#[tokio::test]
async fn a_brand_is_asked_for_once() {
    let gateway = Gateway::start().await;

    for _ in 0..5 {
        gateway.visitor().get("/api/brands/blue").await;
        gateway.visitor().get("/api/brands/red").await;
    }

    assert_eq!(gateway.fakes.calls::<GetBrandRequest>().len(), 2);
}

#[tokio::test]
async fn an_unknown_host_is_the_default_brand() {
    let gateway = Gateway::start().await;
    let mut stranger = gateway.visitor().with("host", "nobody.evil.example");

    stranger.get("/api/flights/search").await;

    let asked: Vec<_> =
        gateway.fakes.calls::<GetBrandRequest>().into_iter().map(|(_, asked)| asked.key).collect();
    assert_eq!(asked, ["nobody", "default"]);
}

#[tokio::test]
async fn mails_and_banks_lead_to_the_brands_own_site_or_to_where_a_developer_opened_it() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: SearchFlightsRequest| {
        Ok(SearchFlightsResponse { page_json: "{}".into(), ..Default::default() })
    });
    let sites = [
        ("blue.agency.com", "https://blue.example/"),
        ("blue.localhost:8080", "http://blue.localhost:8080/"),
    ];

    for (host, _) in sites {
        gateway.visitor().with("host", host).get("/api/flights/search").await;
    }

    let calls = gateway.fakes.calls::<SearchFlightsRequest>().into_iter();
    let leads_to: Vec<_> = calls.map(|(context, _)| context.public_url.unwrap().to_string()).collect();
    assert_eq!(leads_to, sites.map(|(_, site)| site));
}

#[tokio::test]
async fn pages_are_shown_and_nothing_is_sold_while_svc_brand_is_away() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(samples::find_brand);
    fakes.on(|context, _: SearchFlightsRequest| {
        let page = format!("\"{} {}\"", context.brand, context.markup_rate);
        Ok(SearchFlightsResponse { page_json: page.into(), ..Default::default() })
    });
    let export = Export::write();
    let gateway = Gateway::in_front_of(fakes, &["--web-dir", export.path()]).await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: GetBrandRequest| Err::<GetBrandResponse, _>(Status::unavailable("away")));
    let visitor = || gateway.visitor_with(GUEST_TOKEN).with("host", "blue.agency.com");

    let page = visitor().get("/").await;
    let mode = visitor().get("/api/system/mode").await;
    let mut refused = Vec::new();
    for path in [
        "/api/brands/blue",
        "/api/flights/search",
        "/api/flights/offer/off_1",
        "/api/bookings",
        "/api/auth/user",
    ] {
        refused.push(visitor().get(path).await);
    }
    for path in ["/api/payments/process-card", "/api/bookings", "/api/auth/login", "/api/auth/logout"] {
        refused.push(visitor().post(path, serde_json::json!({})).await);
    }
    gateway.fakes.on(samples::find_brand);
    let back = visitor().get("/api/flights/search").await;

    assert_eq!((page.status.as_u16(), mode.status.as_u16()), (200, 200));
    for answer in refused {
        assert_eq!(answer.told(), (503, "SERVICE_UNAVAILABLE"));
        assert!(answer.set_cookies().is_empty(), "the session of the brand stays");
    }
    assert_eq!(back.body, "blue 0.1");
    assert!(gateway.fakes.calls::<ResolveSessionRequest>().is_empty());
    assert!(gateway.fakes.calls::<OpenSessionRequest>().is_empty());
}
