//! Payments that a person must look at: who sees them, who decides, and when the password is wanted.

use proto::booking::v1::{BookingName, NameBookingsRequest, NameBookingsResponse};
use proto::identity::v1::{RefreshAdminRequest, RefreshAdminResponse};
use proto::payments::v1::{
    AttentionAction, AttentionItem, Difference, ListAttentionRequest, ListAttentionResponse,
    ResolveAttentionRequest, ResolveAttentionResponse, SettleDifferenceRequest, SettleDifferenceResponse,
};
use serde_json::{Value, json};
use service::{Mode, Problem};
use tonic::Status;

use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::{BOOKING, usd};

const LIST: &str = "/api/admin/attention/payments";
const ONE: &str = "/api/admin/attention/payments/0190c3a4-0000-7000-8000-000000000001";
const DIFFERENCES: &str = "/api/admin/attention/differences";

fn decision(action: &str) -> Value {
    json!({ "action": action, "version": 7, "note": "Ticket 4711" })
}

fn stray() -> Value {
    json!({
        "mode": "live", "objectId": "pi_9", "what": "taken", "currency": "USD", "oursMinor": 0, "theirsMinor": 7_700,
        "note": "Ticket 4712",
    })
}

fn difference() -> Difference {
    Difference {
        mode: Mode::Live.into(),
        object_id: "pi_9".into(),
        what: "taken".into(),
        ours: Some(usd(0)),
        theirs: Some(usd(7_700)),
        found_at: "2026-03-01T12:00:00Z".into(),
        ..Difference::default()
    }
}

async fn with_payments() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: ListAttentionRequest| {
        let item = AttentionItem {
            payment_id: "p1".into(),
            mode: Mode::Test.into(),
            status: "captured".into(),
            version: 7,
            booking_id: BOOKING.into(),
            captured: Some(usd(64_500)),
            owed: Some(usd(4_780)),
            actions: vec![AttentionAction::AskAgain.into(), AttentionAction::SettledByHand.into()],
            ..AttentionItem::default()
        };
        Ok(ListAttentionResponse {
            items: vec![item],
            differences: vec![difference()],
            total: 1,
            differences_total: 130,
        })
    });
    gateway.fakes.on(|_, _: NameBookingsRequest| {
        let name = BookingName {
            booking_id: BOOKING.into(),
            booking_reference: "RZPNX8".into(),
            state: "TICKETED".into(),
        };
        Ok(NameBookingsResponse { names: vec![name] })
    });
    gateway.fakes.on(|_, _: ResolveAttentionRequest| Ok(ResolveAttentionResponse {}));
    gateway.fakes.on(|_, _: SettleDifferenceRequest| Ok(SettleDifferenceResponse {}));
    gateway.fakes.on(|_, _: RefreshAdminRequest| Ok(RefreshAdminResponse::default()));
    gateway
}

#[tokio::test]
async fn r005_money_that_needs_a_person_is_for_administrators_alone() {
    let gateway = with_payments().await;

    for (token, status, code) in [
        ("nobody", 401, "NOT_AUTHENTICATED"),
        (GUEST_TOKEN, 401, "NOT_AUTHENTICATED"),
        (USER_TOKEN, 403, "FORBIDDEN"),
    ] {
        let mut visitor = gateway.visitor_with(token);
        assert_eq!(visitor.get(LIST).await.told(), (status, code), "{token}");
        assert_eq!(visitor.post(ONE, decision("release")).await.told(), (status, code), "{token}");
        assert_eq!(visitor.post(DIFFERENCES, stray()).await.told(), (status, code), "{token}");
    }
    assert!(gateway.fakes.calls::<ResolveAttentionRequest>().is_empty());
    assert!(gateway.fakes.calls::<SettleDifferenceRequest>().is_empty());
}

#[tokio::test]
async fn a_payment_is_shown_with_its_booking_and_its_sums() {
    let gateway = with_payments().await;

    let answer = gateway.visitor_with(ADMIN_TOKEN).get(LIST).await;

    let item = &answer.body["items"][0];
    assert_eq!((&item["bookingReference"], &item["bookingState"]), (&json!("RZPNX8"), &json!("TICKETED")));
    assert_eq!(item["captured"], json!({ "amount": "645.00", "currency": "USD" }));
    assert_eq!(item["owed"], json!({ "amount": "47.80", "currency": "USD" }));
    assert_eq!(item["actions"], json!(["ask_again", "settled_by_hand"]));
    assert_eq!((&answer.body["total"], &answer.body["differencesTotal"]), (&json!(1), &json!(130)));
    let found = &answer.body["differences"][0];
    assert_eq!((&found["theirsMinor"], &found["theirs"]["amount"]), (&json!(7_700), &json!("77.00")));
}

#[tokio::test]
async fn payments_are_shown_while_svc_booking_is_away() {
    let gateway = with_payments().await;
    gateway.fakes.on(|_, _: NameBookingsRequest| -> Result<NameBookingsResponse, _> {
        Err(Status::unavailable("away"))
    });

    let answer = gateway.visitor_with(ADMIN_TOKEN).get(LIST).await;

    let item = &answer.body["items"][0];
    assert_eq!((&item["bookingId"], &item["bookingReference"]), (&json!(BOOKING), &json!("")));
}

#[tokio::test]
async fn r005_what_changes_money_or_closes_a_case_wants_the_password_and_asking_again_does_not() {
    let gateway = with_payments().await;
    let stale =
        || Problem::new(tonic::Code::Unauthenticated, "REAUTH_REQUIRED", "Please enter your password again.");
    gateway.fakes.on(move |_, _: RefreshAdminRequest| Err::<RefreshAdminResponse, _>(stale().into()));
    let mut administrator = gateway.visitor_with(ADMIN_TOKEN);

    for action in ["release", "settled_by_hand"] {
        let refused = administrator.post(ONE, decision(action)).await;
        assert_eq!(refused.told(), (401, "REAUTH_REQUIRED"), "{action}");
    }
    assert_eq!(administrator.post(DIFFERENCES, stray()).await.told(), (401, "REAUTH_REQUIRED"));
    assert!(gateway.fakes.calls::<ResolveAttentionRequest>().is_empty());
    assert!(gateway.fakes.calls::<SettleDifferenceRequest>().is_empty());
    assert_eq!(administrator.post(ONE, decision("ask_again")).await.status, 200);

    let (_, asked) = gateway.fakes.calls::<ResolveAttentionRequest>().remove(0);
    assert_eq!(asked.action(), AttentionAction::AskAgain);
}

#[tokio::test]
async fn a_decision_carries_what_the_administrator_saw_and_said() {
    let gateway = with_payments().await;
    let mut administrator = gateway.visitor_with(ADMIN_TOKEN);

    assert_eq!(administrator.post(ONE, decision("settled_by_hand")).await.status, 200);
    assert_eq!(administrator.post(DIFFERENCES, stray()).await.status, 200);

    let (context, asked) = gateway.fakes.calls::<ResolveAttentionRequest>().remove(0);
    assert!(context.user.unwrap().is_admin);
    assert_eq!((asked.version, asked.note.as_str()), (7, "Ticket 4711"));
    let (_, resolved) = gateway.fakes.calls::<SettleDifferenceRequest>().remove(0);
    let shown = Difference { found_at: String::new(), ..difference() };
    assert_eq!((resolved.difference, resolved.note.as_str()), (Some(shown), "Ticket 4712"));
}

#[tokio::test]
async fn what_is_no_payment_and_no_action_is_not_passed_on() {
    let gateway = with_payments().await;
    let mut administrator = gateway.visitor_with(ADMIN_TOKEN);

    let nobody = administrator.post(&format!("{LIST}/nobody"), decision("ask_again")).await;
    assert_eq!(nobody.told(), (404, "PAYMENT_NOT_FOUND"));
    assert_eq!(administrator.post(ONE, decision("refund")).await.told(), (422, "VALIDATION_ERROR"));

    assert!(gateway.fakes.calls::<ResolveAttentionRequest>().is_empty());
}
