//! What visitors write, and who may read it.

use proto::brand::v1::{
    CreateEnquiryRequest, CreateEnquiryResponse, DeleteEnquiryRequest, DeleteEnquiryResponse, Enquiry,
    EnquiryForm, EnquiryKind, ListEnquiriesRequest, ListEnquiriesResponse,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{ADMIN_TOKEN, GUEST_TOKEN, Gateway, USER_TOKEN};

const PATH: &str = "/api/enquiries";
const LIST: &str = "/api/admin/enquiries";

fn contact() -> Value {
    json!({
        "kind": "contact", "email": "ada@traveller.example", "name": "Ada Byron", "reason": "billing",
        "bookingReference": "QX7RZP", "message": "Hello", "preferredContact": "email", "consents": true,
    })
}

async fn with_enquiries() -> Gateway {
    let gateway = Gateway::start().await;
    gateway.until_ready().await;
    gateway.fakes.on(|_, _: CreateEnquiryRequest| Ok(CreateEnquiryResponse {}));
    gateway
}

#[tokio::test]
async fn r013_a_guest_writes_to_the_brand_of_the_page() {
    let gateway = with_enquiries().await;

    let answer = gateway.visitor_with(GUEST_TOKEN).post(PATH, contact()).await;

    assert_eq!((answer.status.as_u16(), &answer.body["success"]), (202, &json!(true)));
    let (context, asked) = gateway.fakes.calls::<CreateEnquiryRequest>().remove(0);
    assert_eq!(context.brand, "default");
    let form = asked.form.unwrap();
    assert_eq!((form.kind(), form.consents), (EnquiryKind::Contact, true));
    assert_eq!((form.booking_reference.as_str(), form.subject.as_str()), ("QX7RZP", ""));
}

#[tokio::test]
async fn an_enquiry_of_no_known_kind_is_refused() {
    let gateway = with_enquiries().await;

    let answer = gateway.visitor().post(PATH, json!({ "kind": "gossip", "email": "a@b.example" })).await;

    assert_eq!(answer.told(), (422, "VALIDATION_ERROR"));
    assert!(gateway.fakes.calls::<CreateEnquiryRequest>().is_empty());
}

#[tokio::test]
async fn a_session_that_writes_too_often_waits_as_long_as_it_is_told() {
    let gateway = with_enquiries().await;
    let mut guest = gateway.visitor_with(GUEST_TOKEN);

    for _ in 0..5 {
        assert_eq!(guest.post(PATH, contact()).await.status, 202);
    }
    let refused = guest.post(PATH, contact()).await;

    assert_eq!(refused.told(), (429, "RATE_LIMITED"));
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    assert_eq!(gateway.fakes.calls::<CreateEnquiryRequest>().len(), 5);
}

#[tokio::test]
async fn r005_the_list_is_for_administrators_alone() {
    let gateway = with_enquiries().await;
    let form =
        EnquiryForm { kind: EnquiryKind::Support.into(), message: "Hello".into(), ..EnquiryForm::default() };
    let enquiry =
        Enquiry { id: "e1".into(), brand: "northwind".into(), form: Some(form), ..Enquiry::default() };
    gateway.fakes.on(move |_, _: ListEnquiriesRequest| {
        Ok(ListEnquiriesResponse { enquiries: vec![enquiry.clone()], next_page_token: "e1".into() })
    });

    for (token, status, code) in [
        ("nobody", 401, "NOT_AUTHENTICATED"),
        (GUEST_TOKEN, 401, "NOT_AUTHENTICATED"),
        (USER_TOKEN, 403, "FORBIDDEN"),
    ] {
        assert_eq!(gateway.visitor_with(token).get(LIST).await.told(), (status, code), "{token}");
    }
    let page = gateway.visitor_with(ADMIN_TOKEN).get(&format!("{LIST}?after=e2&limit=1")).await;

    let shown = &page.body["enquiries"][0];
    assert_eq!(
        (&shown["kind"], &shown["brand"], &shown["message"]),
        (&json!("support"), &json!("northwind"), &json!("Hello"))
    );
    assert_eq!(page.body["next"], "e1");
    let (_, asked) = gateway.fakes.calls::<ListEnquiriesRequest>().remove(0);
    assert_eq!((asked.page_size, asked.page_token.as_str()), (1, "e2"));
}

#[tokio::test]
async fn a_page_of_enquiries_is_no_longer_than_it_may_be() {
    let gateway = with_enquiries().await;
    gateway.fakes.on(|_, _: ListEnquiriesRequest| Ok(ListEnquiriesResponse::default()));
    let mut admin = gateway.visitor_with(ADMIN_TOKEN);

    for limit in ["0", "101", "4294967295"] {
        let answer = admin.get(&format!("{LIST}?limit={limit}")).await;
        assert_eq!(answer.told(), (422, "VALIDATION_ERROR"), "{limit}");
        assert_eq!(answer.body["errors"][0]["field"], "limit");
    }
    for unread in ["-1", "ten", "4294967296"] {
        assert_eq!(admin.get(&format!("{LIST}?limit={unread}")).await.told(), (400, "MALFORMED_REQUEST"));
    }
    for limit in ["", "?limit=1", "?limit=100"] {
        assert_eq!(admin.get(&format!("{LIST}{limit}")).await.status, 200, "{limit}");
    }
    let asked: Vec<_> = gateway.fakes.calls::<ListEnquiriesRequest>();
    assert_eq!(asked.iter().map(|(_, it)| it.page_size).collect::<Vec<_>>(), [0, 1, 100]);
}

#[tokio::test]
async fn r005_an_enquiry_is_deleted_by_administrators_alone() {
    let gateway = with_enquiries().await;
    gateway.fakes.on(|_, _: DeleteEnquiryRequest| Ok(DeleteEnquiryResponse {}));
    let delete = async |token: &str| {
        let mut visitor = gateway.visitor_with(token);
        visitor.send(visitor.request(Method::DELETE, &format!("{LIST}/e1"))).await
    };

    for (token, status, code) in [(GUEST_TOKEN, 401, "NOT_AUTHENTICATED"), (USER_TOKEN, 403, "FORBIDDEN")] {
        assert_eq!(delete(token).await.told(), (status, code), "{token}");
    }
    let deleted = delete(ADMIN_TOKEN).await;

    assert_eq!(deleted.body["success"], true);
    let asked = gateway.fakes.calls::<DeleteEnquiryRequest>();
    assert_eq!((asked.len(), asked[0].1.id.as_str()), (1, "e1"));
}
