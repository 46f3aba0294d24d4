//! Money in manual review, from svc-payments to the administrator's page and back.

use reqwest::StatusCode;
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::system::on_the_system;
use crate::traveller::Traveller;

const LIST: &str = "/api/admin/attention/payments";

impl Traveller {
    /// As a dispute does.
    async fn request_review(&self, payment: &str) {
        let mut database = PgConnection::connect(&self.at.database).await.unwrap();
        sqlx::query("update payments.payment set needs_human = true where id = $1::uuid")
            .bind(payment)
            .execute(&mut database)
            .await
            .unwrap();
    }

    async fn payment_in_need(&mut self, payment: &str) -> Option<Value> {
        let listed = self.get(LIST).await.body;
        let mut items = listed["items"].as_array().unwrap().iter();
        items.find(|item| item["paymentId"] == payment).cloned()
    }
}

#[test]
fn an_administrator_sees_a_payment_with_its_booking_and_resolves_it() {
    on_the_system(async |shared| {
        let (mut guest, mut admin) = (shared.traveller(), shared.traveller());
        let login = json!({ "username": "admin", "password": "admin-Fareway-2026" });
        assert_eq!(admin.post("/api/auth/login", login).await.status, StatusCode::OK);
        let (_, booked) = guest.buy("BOS", "SFO").await;
        let row = guest.booking_row(booked.body["id"].as_str().unwrap()).await;
        let payment = row.payment_id.unwrap();
        guest.request_review(&payment).await;

        let shown = admin.payment_in_need(&payment).await.unwrap();
        assert_eq!((&shown["bookingId"], &shown["bookingState"]), (&booked.body["id"], &json!("TICKETED")));
        assert_eq!(shown["bookingReference"], booked.body["duffelBookingId"]);
        assert_eq!(shown["actions"], json!(["ask_again", "settled_by_hand"]));
        let one = format!("{LIST}/{payment}");
        let decision =
            |action: &str| json!({ "action": action, "version": shown["version"], "note": "Ticket 1" });
        assert_eq!(admin.post(&one, decision("ask_again")).await.status, StatusCode::OK);
        assert_eq!(admin.post(&one, decision("release")).await.code(), "NOT_ALLOWED_NOW");
        let mut stranger = shared.traveller();
        assert_eq!(stranger.post(&one, decision("settled_by_hand")).await.code(), "NOT_AUTHENTICATED");
        assert_eq!(admin.post(&one, decision("settled_by_hand")).await.status, StatusCode::OK);
        assert_eq!(admin.post(&one, decision("settled_by_hand")).await.code(), "NOT_ALLOWED_NOW");

        assert!(admin.payment_in_need(&payment).await.is_none());
        assert_eq!(guest.payment_status(&payment).await, "captured");
    });
}
