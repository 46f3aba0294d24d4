//! The operator's calls, and what providers send.

use proto::common::v1::ProviderStatus;
use proto::identity::v1::{
    GetLastModeChangeRequest, GetLastModeChangeResponse, ModeChange, RefreshAdminRequest,
    RefreshAdminResponse, SetModeRequest, SetModeResponse,
};
use proto::preflight::v1::{CheckRequest, CheckResponse, Provider};
use proto::{booking, offers, payments};
use reqwest::Method;
use serde_json::json;
use service::Mode;
use tonic::Code;

use crate::fakes::Fakes;
use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::designed;

pub const SETTINGS: &str = "/api/admin/settings";

/// Live mode over a sandbox on this machine.
pub const SANDBOX: [&str; 4] =
    ["--stripe-live-publishable-key", "pk_live_1", "--stripe-live-script-url", "http://127.0.0.1:12111/v3/"];

pub fn with_live_keys(fakes: &Fakes, flights: bool, cards: bool) {
    let status = |live_configured| Some(ProviderStatus { test_configured: true, live_configured });
    fakes.on(move |_, _: offers::v1::GetProviderStatusRequest| {
        Ok(offers::v1::GetProviderStatusResponse { status: status(flights) })
    });
    fakes.on(move |_, _: payments::v1::GetProviderStatusRequest| {
        Ok(payments::v1::GetProviderStatusResponse { status: status(cards), raw_live_cards: cards })
    });
    fakes.on(|_, _: GetLastModeChangeRequest| {
        let change = ModeChange {
            changed_by: "operator".into(),
            changed_at: "2026-02-01T09:00:00Z".into(),
            ..ModeChange::default()
        };
        Ok(GetLastModeChangeResponse { change: Some(change) })
    });
}

#[tokio::test]
async fn r005_admin_calls_are_401_to_nobody_and_403_to_others() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    let check = async |token: &str, status: u16, code: &str| {
        let mut visitor = gateway.visitor_with(token);
        assert_eq!(visitor.get(SETTINGS).await.told(), (status, code), "{token}");
        let saved = visitor.post(SETTINGS, json!({ "enableLiveMode": true })).await;
        assert_eq!(saved.told(), (status, code), "{token}");
        assert_eq!(visitor.post_nothing("/api/admin/login").await.told(), (status, code), "{token}");
    };

    check("nobody", 401, "NOT_AUTHENTICATED").await;
    check(GUEST_TOKEN, 401, "NOT_AUTHENTICATED").await;
    check(USER_TOKEN, 403, "FORBIDDEN").await;
    assert!(gateway.fakes.calls::<SetModeRequest>().is_empty());
}

#[tokio::test]
async fn r031_the_settings_say_which_live_keys_there_are_and_who_switched_last() {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    with_live_keys(&gateway.fakes, true, false);

    let answer = gateway.visitor_with(ADMIN_TOKEN).get(SETTINGS).await;

    assert_eq!(
        answer.body,
        json!({
            "enableLiveMode": false, "environment": "other", "duffelApiConfigured": true, "stripeConfigured": false,
            "lastChange": { "changedBy": "operator", "changedAt": "2026-02-01T09:00:00Z" },
        })
    );
}

#[tokio::test]
async fn r005_the_mode_is_changed_by_svc_identity_which_learns_what_is_configured() {
    let gateway = Gateway::start_with(&SANDBOX).await;
    gateway.until_ready().await;
    with_live_keys(&gateway.fakes, true, true);
    gateway.fakes.on(|_, _: RefreshAdminRequest| Ok(RefreshAdminResponse::default()));
    gateway.fakes.on(|_, _: CheckRequest| {
        Ok(CheckResponse { lines: vec![], live_provider: Provider::Sandbox.into() })
    });
    gateway.fakes.on(|_, request: SetModeRequest| Ok(SetModeResponse { mode: request.mode }));
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let live = admin.post(SETTINGS, json!({ "enableLiveMode": true })).await;
    for (grpc, code, status) in
        [(Code::FailedPrecondition, "NOT_CONFIGURED", 409), (Code::Unauthenticated, "REAUTH_REQUIRED", 401)]
    {
        gateway.fakes.on(move |_, _: SetModeRequest| Err::<SetModeResponse, _>(designed(grpc, code)));
        assert_eq!(admin.post(SETTINGS, json!({ "enableLiveMode": true })).await.told(), (status, code));
    }

    assert_eq!(live.body["enableLiveMode"], true);
    let (context, asked) = gateway.fakes.calls::<SetModeRequest>().remove(0);
    assert!(context.user.unwrap().is_admin);
    assert_eq!(asked.mode(), Mode::Live);
    assert!(asked.flights_live_configured && asked.cards_live_configured);
}

#[tokio::test]
async fn r005_a_step_up_needs_the_password_unless_it_is_fresh() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, request: RefreshAdminRequest| match request.password.as_str() {
        "secret" => Ok(RefreshAdminResponse::default()),
        _ => Err(designed(Code::Unauthenticated, "REAUTH_REQUIRED")),
    });
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let without = admin.post_nothing("/api/admin/login").await;
    let empty = admin.post("/api/admin/login", json!({})).await;
    let with = admin.post("/api/admin/login", json!({ "password": "secret" })).await;

    assert_eq!(without.told(), (401, "REAUTH_REQUIRED"));
    assert_eq!(empty.told(), (401, "REAUTH_REQUIRED"));
    assert_eq!(with.body["success"], true);
}

#[tokio::test]
async fn r005_a_step_up_changes_the_token_if_the_password_was_given() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, request: RefreshAdminRequest| {
        let session_token = if request.password.is_empty() { "" } else { "newer-token" }.to_owned();
        Ok(RefreshAdminResponse { session_token, used_recovery_code: false })
    });
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    let without = admin.post_nothing("/api/admin/login").await;
    let kept = admin.cookies["fareway_session"].clone();
    let with = admin.post("/api/admin/login", json!({ "password": "secret" })).await;

    assert_eq!((without.status.as_u16(), kept.as_str()), (200, ADMIN_TOKEN));
    assert_eq!((with.status.as_u16(), admin.cookies["fareway_session"].as_str()), (200, "newer-token"));
}

/// svc-payments verifies the same file: `an_event_that_the_providers_own_library_signed_is_taken`.
#[tokio::test]
async fn an_event_that_the_card_providers_own_library_signed_reaches_svc_payments_as_it_was_signed() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: payments::v1::ReceiveWebhookRequest| Ok(payments::v1::ReceiveWebhookResponse {}));
    let signed: serde_json::Value =
        serde_json::from_str(include_str!("../../../deploy/wire/signed-event.json")).unwrap();
    let text = |name: &str| signed[name].as_str().unwrap().to_owned();
    let event = gateway.visitor().request(Method::POST, "/webhooks/stripe");
    let event = event.header("stripe-signature", text("header")).header("content-type", "application/json");

    let taken = gateway.visitor().send(event.body(text("payload"))).await;

    assert_eq!(taken.status, 200);
    let (_, received) = gateway.fakes.calls::<payments::v1::ReceiveWebhookRequest>().remove(0);
    assert_eq!(received.body, text("payload").into_bytes());
    assert_eq!(received.signature, text("header"));
}

#[tokio::test]
async fn webhooks_reach_their_owners_byte_for_byte() {
    let gateway = Gateway::start().await;
    gateway.fakes.on(|_, _: booking::v1::ReceiveWebhookRequest| Ok(booking::v1::ReceiveWebhookResponse {}));
    gateway.fakes.on(|_, _: payments::v1::ReceiveWebhookRequest| {
        Err::<payments::v1::ReceiveWebhookResponse, _>(designed(Code::InvalidArgument, "INVALID_SIGNATURE"))
    });
    let body = "{ \"live_mode\":false }\n";
    let mut provider = gateway.visitor();
    let post = |path: &str| {
        gateway.visitor().request(Method::POST, path).header("origin", "https://elsewhere.example")
    };

    let duffel =
        provider.send(post("/webhooks/duffel").header("x-duffel-signature", "t=1,v1=a").body(body)).await;
    let stripe =
        provider.send(post("/webhooks/stripe").header("stripe-signature", "t=2,v1=b").body(body)).await;
    let large = provider.send(post("/webhooks/stripe").body("x".repeat(256 * 1024 + 1))).await;

    assert_eq!(duffel.status, 200);
    assert_eq!(stripe.told(), (400, "INVALID_SIGNATURE"));
    assert_eq!(large.told(), (413, "TOO_LARGE"));
    let (context, received) = gateway.fakes.calls::<booking::v1::ReceiveWebhookRequest>().remove(0);
    assert_eq!(context.request_id, duffel.header("x-request-id"));
    assert_eq!((received.body.as_slice(), received.signature.as_str()), (body.as_bytes(), "t=1,v1=a"));
}
