//! Bookings that a person must look at: who sees them, who decides, and when the password is wanted.

use proto::booking::v1::{
    AirlineCredit, AttentionAction, AttentionItem, ListAttentionRequest, ListAttentionResponse, MoneyStand,
    ResolveAttentionRequest, ResolveAttentionResponse,
};
use proto::identity::v1::{RefreshAdminRequest, RefreshAdminResponse};
use serde_json::{Value, json};
use service::{Mode, Problem};

use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN};
use crate::samples::usd;

const LIST: &str = "/api/admin/attention";
const ONE: &str = "/api/admin/attention/0190c3a4-0000-7000-8000-000000000001";

fn decision(action: &str) -> Value {
    json!({ "action": action, "version": 7, "note": "Ticket 4711" })
}

async fn with_attention() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: ListAttentionRequest| {
        let item = AttentionItem {
            booking_id: "b1".into(),
            mode: Mode::Test.into(),
            state: "ORDER_UNKNOWN".into(),
            money: MoneyStand::Held.into(),
            actions: vec![AttentionAction::AskAgain.into(), AttentionAction::NoOrder.into()],
            version: 7,
            owed: Some(usd(4_780)),
            credits: vec![AirlineCredit { code: "CREDIT4711".into(), ..AirlineCredit::default() }],
            ..AttentionItem::default()
        };
        Ok(ListAttentionResponse { items: vec![item], total: 130 })
    });
    gateway.fakes.on(|_, _: ResolveAttentionRequest| Ok(ResolveAttentionResponse {}));
    gateway.fakes.on(|_, _: RefreshAdminRequest| Ok(RefreshAdminResponse::default()));
    gateway
}

#[tokio::test]
async fn r005_what_needs_a_person_is_for_administrators_alone() {
    let gateway = with_attention().await;

    for (token, status, code) in [
        ("nobody", 401, "NOT_AUTHENTICATED"),
        (GUEST_TOKEN, 401, "NOT_AUTHENTICATED"),
        (USER_TOKEN, 403, "FORBIDDEN"),
    ] {
        assert_eq!(gateway.visitor_with(token).get(LIST).await.told(), (status, code), "{token}");
        let refused = gateway.visitor_with(token).post(ONE, decision("no_order")).await;
        assert_eq!(refused.told(), (status, code), "{token}");
    }
    let answer = gateway.visitor_with(ADMIN_TOKEN).get(LIST).await;

    let item = &answer.body["items"][0];
    assert_eq!((&item["state"], &item["money"]), (&json!("ORDER_UNKNOWN"), &json!("held")));
    assert_eq!(item["actions"], json!(["ask_again", "no_order"]));
    assert_eq!(item["credits"][0]["code"], "CREDIT4711");
    assert_eq!(item["owed"], json!({ "amount": "47.80", "currency": "USD" }));
    assert_eq!((&item["version"], &answer.body["total"]), (&json!(7), &json!(130)));
    assert!(gateway.fakes.calls::<ResolveAttentionRequest>().is_empty());
}

#[tokio::test]
async fn r005_a_decision_wants_the_password_and_asking_again_does_not() {
    let gateway = with_attention().await;
    let stale = || {
        Problem::new(
            tonic::Code::Unauthenticated,
            "REAUTH_REQUIRED",
            "Please enter your password again to go on.",
        )
    };
    gateway.fakes.on(move |_, _: RefreshAdminRequest| Err::<RefreshAdminResponse, _>(stale().into()));
    let mut administrator = gateway.visitor_with(ADMIN_TOKEN);

    for action in ["no_order", "order_is", "paid_back", "dealt_with"] {
        let refused = administrator.post(ONE, decision(action)).await;
        assert_eq!(refused.told(), (401, "REAUTH_REQUIRED"), "{action}");
    }
    assert!(gateway.fakes.calls::<ResolveAttentionRequest>().is_empty());
    assert_eq!(administrator.post(ONE, decision("ask_again")).await.status, 200);

    let (_, asked) = gateway.fakes.calls::<ResolveAttentionRequest>().remove(0);
    assert_eq!(asked.action(), AttentionAction::AskAgain);
}

#[tokio::test]
async fn a_decision_carries_what_the_administrator_saw_and_said() {
    let gateway = with_attention().await;
    let mut body = decision("order_is");
    body["orderId"] = json!("ord_1");

    let answer = gateway.visitor_with(ADMIN_TOKEN).post(ONE, body).await;

    assert_eq!((answer.status.as_u16(), &answer.body["success"]), (200, &json!(true)));
    let (context, asked) = gateway.fakes.calls::<ResolveAttentionRequest>().remove(0);
    assert!(context.user.unwrap().is_admin);
    assert_eq!((asked.action(), asked.order_id.as_str()), (AttentionAction::OrderIs, "ord_1"));
    assert_eq!((asked.note.as_str(), asked.version), ("Ticket 4711", 7));
}

#[tokio::test]
async fn who_comes_second_is_told_that_it_has_moved_on() {
    let gateway = with_attention().await;
    let moved_on = || Problem::new(tonic::Code::FailedPrecondition, "NOT_ALLOWED_NOW", "It has moved on.");
    gateway
        .fakes
        .on(move |_, _: ResolveAttentionRequest| Err::<ResolveAttentionResponse, _>(moved_on().into()));

    let refused = gateway.visitor_with(ADMIN_TOKEN).post(ONE, decision("paid_back")).await;

    assert_eq!(refused.told(), (409, "NOT_ALLOWED_NOW"));
}

#[tokio::test]
async fn what_is_no_booking_and_no_action_is_not_passed_on() {
    let gateway = with_attention().await;
    let mut administrator = gateway.visitor_with(ADMIN_TOKEN);

    let nobody = administrator.post(&format!("{LIST}/nobody"), decision("ask_again")).await;
    assert_eq!(nobody.told(), (404, "BOOKING_NOT_FOUND"));
    assert_eq!(administrator.post(ONE, decision("fail_it")).await.told(), (422, "VALIDATION_ERROR"));

    assert!(gateway.fakes.calls::<ResolveAttentionRequest>().is_empty());
}
