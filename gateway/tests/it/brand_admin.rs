//! The brand manager's calls, and the logos that are uploaded by them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proto::booking::v1::{CountOpenTripsRequest, CountOpenTripsResponse};
use proto::brand::v1::{
    BrandRecord, BrandSummary, BrandVersion, CheckThemeRequest, CheckThemeResponse, ContrastCheck,
    CreateBrandRequest, CreateBrandResponse, DeleteBrandRequest, DeleteBrandResponse, GetBrandRecordRequest,
    GetBrandRecordResponse, GetBrandRequest, ListBrandSummariesRequest, ListBrandSummariesResponse,
    UpdateBrandRequest, UpdateBrandResponse,
};
use proto::identity::v1::{RefreshAdminRequest, RefreshAdminResponse};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Code;

use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::{self, designed};

pub const BRANDS: &str = "/api/admin/brands";
/// A grey pixel.
const PNG: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";
/// The same with a script behind it, as versions before this one took it.
const PNG_AND_SCRIPT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggjxzY3JpcHQ+YWxlcnQoMSk8L3NjcmlwdD4=";

fn sample(key: &str) -> BrandRecord {
    let request = GetBrandRequest { key: key.to_owned() };
    let context = service_context();
    let brand = samples::find_brand(&context, request).unwrap().brand;
    BrandRecord { brand, markup_rate: "0.18".to_owned(), ..BrandRecord::default() }
}

fn service_context() -> service::RequestContext {
    let markup = money::MarkupRate::parse(money::MarkupRate::DEFAULT).unwrap();
    service::RequestContext::new("r1".into(), service::Mode::Test, "default".into(), markup)
}

pub fn body(key: &str) -> Value {
    let record = sample(key);
    json!({ "brand": record.brand, "markupRate": "0.18", "publicUrl": "", "site": "" })
}

/// A gateway whose brands are written as they are sent, of whose brands nobody has a trip, and whose administrator
/// proved their password just now.
pub async fn with_brands() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, request: GetBrandRecordRequest| {
        let version = BrandVersion { version: 7, changed_at: "2026-03-01T12:00:00Z".into() };
        Ok(GetBrandRecordResponse { record: Some(sample(&request.key)), versions: vec![version] })
    });
    gateway.fakes.on(|_, request: CreateBrandRequest| Ok(CreateBrandResponse { record: request.record }));
    gateway.fakes.on(|_, request: UpdateBrandRequest| Ok(UpdateBrandResponse { record: request.record }));
    gateway.fakes.on(|_, _: DeleteBrandRequest| Ok(DeleteBrandResponse {}));
    gateway.fakes.on(|_, _: CountOpenTripsRequest| Ok(CountOpenTripsResponse { ahead: 0, unsettled: 0 }));
    gateway.fakes.on(|_, _: RefreshAdminRequest| Ok(RefreshAdminResponse::default()));
    gateway
}

#[tokio::test]
async fn r021_r031_the_brand_manager_is_401_to_nobody_and_403_to_others() {
    let gateway = Gateway::start().await;
    for (token, status, code) in [
        ("nobody", 401, "NOT_AUTHENTICATED"),
        (GUEST_TOKEN, 401, "NOT_AUTHENTICATED"),
        (USER_TOKEN, 403, "FORBIDDEN"),
    ] {
        let mut visitor = gateway.visitor_with(token);
        let blue = format!("{BRANDS}/blue");
        let mut answers = vec![visitor.get(BRANDS).await, visitor.get(&blue).await];
        answers.push(visitor.get(&format!("{blue}/versions/1")).await);
        answers.push(visitor.post(BRANDS, body("blue")).await);
        answers.push(visitor.post("/api/admin/themes/check", json!({})).await);
        answers.push(visitor.send(visitor.request(Method::PUT, &blue).json(&body("blue"))).await);
        answers.push(visitor.send(visitor.request(Method::DELETE, &blue)).await);
        for answer in answers {
            assert_eq!(answer.told(), (status, code), "{token}");
        }
    }
}

#[tokio::test]
async fn r021_brands_are_listed_read_made_changed_and_deleted() {
    let gateway = with_brands().await;
    gateway.fakes.on(|_, _: ListBrandSummariesRequest| {
        let blue = BrandSummary { key: "blue".into(), markup_rate: "0.18".into(), ..BrandSummary::default() };
        Ok(ListBrandSummariesResponse { brands: vec![blue] })
    });
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let listed = admin.get(BRANDS).await;
    let read = admin.get("/api/admin/brands/blue").await;
    let earlier = admin.get("/api/admin/brands/blue/versions/3").await;
    let nonsense = admin.get("/api/admin/brands/blue/versions/none").await;
    let unreadable = admin.get("/api/admin/brands/%00").await;
    let made = admin.post(BRANDS, body("blue")).await;
    let changed =
        admin.send(admin.request(Method::PUT, "/api/admin/brands/blue").json(&body("default"))).await;
    let deleted = admin.send(admin.request(Method::DELETE, "/api/admin/brands/blue")).await;

    assert_eq!((&listed.body[0]["key"], &listed.body[0]["markupRate"]), (&json!("blue"), &json!("0.18")));
    assert_eq!(read.body["record"]["brand"]["name"], "Blue & Sons");
    assert_eq!(read.body["versions"], json!([{ "version": 7, "changedAt": "2026-03-01T12:00:00Z" }]));
    assert_eq!(earlier.body["markupRate"], "0.18");
    assert_eq!(nonsense.told(), (404, "BRAND_NOT_FOUND"));
    assert_eq!(unreadable.told(), (404, "BRAND_NOT_FOUND"), "no service is asked for what is nobody's key");
    assert_eq!(made.status, 201);
    assert_eq!(changed.body["brand"]["domain"], "blue", "the path says which brand");
    assert_eq!(deleted.body["success"], true);
    let (context, _) = gateway.fakes.calls::<DeleteBrandRequest>().remove(0);
    assert!(context.user.unwrap().is_admin);
}

#[tokio::test]
async fn refusals_of_the_brand_manager_keep_their_codes() {
    let gateway = with_brands().await;
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    gateway.fakes.on(|_, _: CreateBrandRequest| {
        Err::<CreateBrandResponse, _>(designed(Code::AlreadyExists, "BRAND_EXISTS"))
    });
    gateway.fakes.on(|_, _: UpdateBrandRequest| {
        Err::<UpdateBrandResponse, _>(designed(Code::Aborted, "BRAND_CHANGED"))
    });
    gateway.fakes.on(|_, _: DeleteBrandRequest| {
        Err::<DeleteBrandResponse, _>(designed(Code::FailedPrecondition, "DEFAULT_BRAND"))
    });
    let made = admin.post(BRANDS, body("blue")).await;
    let changed = admin.send(admin.request(Method::PUT, "/api/admin/brands/blue").json(&body("blue"))).await;
    let deleted = admin.send(admin.request(Method::DELETE, "/api/admin/brands/default")).await;

    assert_eq!(made.told(), (409, "BRAND_EXISTS"));
    assert_eq!(changed.told(), (409, "BRAND_CHANGED"));
    assert_eq!(deleted.told(), (409, "DEFAULT_BRAND"));
}

#[tokio::test]
async fn a_published_brand_is_asked_for_again_at_once() {
    let gateway = with_brands().await;
    gateway.visitor().get("/api/brands/blue").await;
    gateway.visitor().get("/api/brands/blue").await;

    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    admin.send(admin.request(Method::PUT, "/api/admin/brands/blue").json(&body("blue"))).await;
    gateway.visitor().get("/api/brands/blue").await;

    let asked = gateway.fakes.calls::<GetBrandRequest>();
    assert_eq!(asked.iter().filter(|(_, asked)| asked.key == "blue").count(), 2);
}

#[tokio::test]
async fn r021_a_theme_is_checked_before_it_is_published() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, request: CheckThemeRequest| {
        let check = ContrastCheck { color: "text".into(), ratio: "2.80".into(), ..ContrastCheck::default() };
        Ok(CheckThemeResponse { theme: request.theme, checks: vec![check] })
    });
    let theme = sample("blue").brand.unwrap().theme;

    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    let answer = admin.post("/api/admin/themes/check", json!({ "theme": theme })).await;

    assert_eq!(answer.body["checks"][0]["ratio"], "2.80");
    assert_eq!(answer.body["theme"]["secondary"], "#003366");
}

#[tokio::test]
async fn a_record_may_carry_a_logo_that_other_bodies_may_not() {
    let gateway = with_brands().await;
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    let with_logo = |size: usize| {
        let mut record = body("blue");
        record["brand"]["logo"] = json!("x".repeat(size));
        record
    };

    let large = admin.post(BRANDS, with_logo(270_000)).await;
    let too_large = admin.post(BRANDS, with_logo(330_000)).await;
    let elsewhere = admin.post("/api/admin/settings", with_logo(70_000)).await;

    assert_eq!(large.status, 201);
    assert_eq!(too_large.told(), (413, "TOO_LARGE"));
    assert_eq!(elsewhere.told(), (413, "TOO_LARGE"));
}

async fn with_stored_logo(logo: &'static str) -> Gateway {
    let gateway = Gateway::start().await;
    gateway.fakes.on(move |context, request: GetBrandRequest| {
        let mut answer = samples::find_brand(context, request)?;
        answer.brand.as_mut().unwrap().logo = logo.into();
        Ok(answer)
    });
    gateway
}

#[tokio::test]
async fn r012_an_uploaded_logo_is_served_as_an_image_in_which_nothing_runs() {
    let gateway = with_stored_logo(PNG).await;

    let brand = gateway.visitor().get("/api/brands/blue").await;
    let logo = gateway.visitor().get("/api/brands/blue/logo?v=7").await;

    assert_eq!(brand.body["logo"], "/api/brands/blue/logo?v=7");
    assert_eq!(logo.header("content-type"), "image/png");
    assert_eq!(logo.header("content-disposition"), "inline; filename=\"logo.png\"");
    assert_eq!(logo.header("content-security-policy"), "sandbox; default-src 'none'; frame-ancestors 'none'");
    assert_eq!(logo.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(logo.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn r012_a_stored_file_is_never_served_as_it_is() {
    for stored in [PNG, PNG_AND_SCRIPT] {
        let gateway = with_stored_logo(stored).await;
        let served =
            gateway.visitor().request(Method::GET, "/api/brands/blue/logo?v=7").send().await.unwrap();
        let served = served.bytes().await.unwrap();

        assert!(served.starts_with(b"\x89PNG") && !served.windows(8).any(|text| text == b"<script>"));
        assert_ne!(served, STANDARD.decode(stored.split_once(',').unwrap().1).unwrap());
    }
    let damaged = with_stored_logo("data:image/png;base64,iVBORw0KGgo=").await;

    let refused = damaged.visitor().get("/api/brands/blue/logo?v=7").await;
    let brand = damaged.visitor().get("/api/brands/blue").await;

    assert_eq!(refused.told(), (404, "NOT_FOUND"));
    assert_eq!(brand.body["logo"], "", "the name is set in type");
}
