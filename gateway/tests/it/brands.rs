//! Brands: told as they are, cached, and never missed.

use proto::brand::v1::{GetBrandRequest, GetBrandResponse};
use service::Mode;
use tonic::Status;

use crate::fakes::Fakes;
use crate::harness::{Gateway, with_mode, with_sessions};
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
async fn the_shop_stays_open_while_svc_brand_is_away() {
    let fakes = Fakes::default();
    with_sessions(&fakes);
    with_mode(&fakes, Mode::Test);
    fakes.on(|_, _: GetBrandRequest| Err::<GetBrandResponse, _>(Status::unavailable("away")));
    fakes.on(|context, _: proto::search::v1::SearchFlightsRequest| {
        let page = format!("\"{} {}\"", context.brand, context.markup_rate);
        Ok(proto::search::v1::SearchFlightsResponse { page_json: page.into_bytes() })
    });
    let gateway = Gateway::in_front_of(fakes, &[]).await;

    let search = gateway.visitor().get("/api/flights/search").await;
    let brand = gateway.visitor().get("/api/brands/blue").await;
    gateway.fakes.on(samples::find_brand);
    let back = gateway.visitor().get("/api/brands/blue").await;

    assert_eq!(search.body, "default 0.23");
    assert_eq!(brand.told(), (503, "SERVICE_UNAVAILABLE"));
    assert_eq!(back.status, 200);
}
