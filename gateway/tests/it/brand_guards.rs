//! What keeps an open session from costing a brand its money, its mail or its travellers' trips.

use proto::booking::v1::{CountOpenTripsRequest, CountOpenTripsResponse};
use proto::brand::v1::{CreateBrandRequest, DeleteBrandRequest, UpdateBrandRequest};
use proto::identity::v1::{RefreshAdminRequest, RefreshAdminResponse};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::brand_admin::{BRANDS, body, with_brands};
use crate::harness::{ADMIN_TOKEN, Gateway};
use crate::samples::designed;

/// The administrator's password was proved too long ago.
fn forget_password(gateway: &Gateway) {
    gateway.fakes.on(|_, _: RefreshAdminRequest| {
        Err::<RefreshAdminResponse, _>(designed(Code::Unauthenticated, "REAUTH_REQUIRED"))
    });
}

#[tokio::test]
async fn r021_a_brand_whose_travellers_have_trips_stays_and_its_administrator_is_told_how_many() {
    let gateway = with_brands().await;
    gateway.fakes.on(|_, _: CountOpenTripsRequest| Ok(CountOpenTripsResponse { ahead: 2, unsettled: 1 }));
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    let mut delete =
        async |key: &str| admin.send(admin.request(Method::DELETE, &format!("{BRANDS}/{key}"))).await;

    let refused = delete("blue").await;
    gateway.fakes.on(|_, _: CountOpenTripsRequest| {
        Err::<CountOpenTripsResponse, _>(Status::unavailable("svc-booking is away"))
    });
    let unknown = delete("blue").await;

    assert_eq!(refused.told(), (409, "BRAND_HAS_TRIPS"));
    let words = refused.body["detail"].as_str().unwrap();
    assert!(words.contains("2 trips ahead and 1 booking that is not finished"), "{words}");
    assert_eq!(unknown.told(), (503, "SERVICE_UNAVAILABLE"), "whose trips nobody can count stays too");
    assert!(gateway.fakes.calls::<DeleteBrandRequest>().is_empty());
    assert_eq!(gateway.fakes.calls::<CountOpenTripsRequest>()[0].1.brand, "blue");
}

#[tokio::test]
async fn r005_r021_a_brand_is_made_and_deleted_by_somebody_who_has_just_given_their_password() {
    let gateway = with_brands().await;
    forget_password(&gateway);
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let made = admin.post(BRANDS, body("blue")).await;
    let deleted = admin.send(admin.request(Method::DELETE, "/api/admin/brands/blue")).await;

    assert_eq!((made.told(), deleted.told()), ((401, "REAUTH_REQUIRED"), (401, "REAUTH_REQUIRED")));
    assert!(gateway.fakes.calls::<CreateBrandRequest>().is_empty());
    assert!(gateway.fakes.calls::<DeleteBrandRequest>().is_empty());
}

#[tokio::test]
async fn r005_r021_what_moves_money_or_mail_wants_the_password_and_a_colour_does_not() {
    let gateway = with_brands().await;
    forget_password(&gateway);
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);
    let mut publish = async |field: &str, value: Value| {
        let mut record = body("blue");
        *record.pointer_mut(field).unwrap() = value;
        let answer = admin.send(admin.request(Method::PUT, "/api/admin/brands/blue").json(&record)).await;
        (answer.status.as_u16(), answer.body["code"].as_str().map(str::to_owned))
    };

    for (field, value) in [
        ("/brand/name", json!("Bluer")),
        ("/brand/theme/primary", json!("#0000ff")),
        ("/brand/contact/city", json!("Boston")),
        // Somebody else was faster: svc-brand refuses it, whatever it says.
        ("/brand/version", json!(6)),
    ] {
        assert_eq!(publish(field, value).await, (200, None), "{field}");
    }
    for (field, value) in [
        ("/markupRate", json!("9")),
        ("/publicUrl", json!("https://elsewhere.example")),
        ("/brand/contact/email", json!("thief@elsewhere.example")),
        ("/brand/contact/support_email", json!("thief@elsewhere.example")),
        ("/brand/contact/phone", json!("+1 900 555 0100")),
        // What it replaces was not there when it was compared.
        ("/brand/version", json!(8)),
    ] {
        assert_eq!(publish(field, value).await, (401, Some("REAUTH_REQUIRED".to_owned())), "{field}");
    }
    assert_eq!(gateway.fakes.calls::<UpdateBrandRequest>().len(), 4);
}
