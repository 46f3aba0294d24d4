//! The three books: our rows, the messages on JetStream, the providers' own.

use std::time::Duration;

use async_nats::ConnectOptions;
use serde_json::Value;
use servers::LOCAL_PASSWORD;
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use crate::traveller::Traveller;

const PATIENCE_S: u64 = 15;

/// What our side believes about a booking.
#[derive(Debug, sqlx::FromRow)]
pub struct Row {
    pub state: String,
    pub order_id: Option<String>,
    pub payment_id: Option<String>,
    pub price_minor: i64,
}

impl Traveller {
    pub async fn booking_row(&self, id: &str) -> Row {
        let mut database = PgConnection::connect(&self.at.database).await.unwrap();
        sqlx::query_as("select state, order_id, payment_id, price_minor from booking.booking where id = $1")
            .bind(id.parse::<Uuid>().unwrap())
            .fetch_one(&mut database)
            .await
            .unwrap()
    }

    pub async fn payment_status(&self, id: &str) -> String {
        let mut database = PgConnection::connect(&self.at.database).await.unwrap();
        sqlx::query_scalar("select status from payments.payment where id = $1::uuid")
            .bind(id)
            .fetch_one(&mut database)
            .await
            .unwrap()
    }

    pub async fn bookings_of_offer(&self, offer: &Value) -> i64 {
        let mut database = PgConnection::connect(&self.at.database).await.unwrap();
        sqlx::query_scalar("select count(*) from booking.booking where offer_id = $1 and state <> 'FAILED'")
            .bind(offer["id"].as_str().unwrap())
            .fetch_one(&mut database)
            .await
            .unwrap()
    }

    /// The provider's orders for an offer.
    pub async fn orders_of(&self, offer: &Value) -> Vec<Value> {
        let books = self.sandbox("/_control/books").await;
        let orders = books["orders"].as_array().unwrap().iter();
        orders.filter(|order| order["offer_id"] == offer["id"]).cloned().collect()
    }

    /// The card provider's intents that still hold or have taken an amount for an offer: those that our side made for
    /// it, and those it knows nothing of.
    pub async fn money_held_or_taken(&self, offer: &Value, minor: i64) -> Vec<Value> {
        let for_others = self.payments_for_others(offer).await;
        let books = self.sandbox("/_control/books").await;
        let intents = books["payment_intents"].as_array().unwrap().iter();
        intents
            .filter(|intent| intent["amount"] == minor)
            .filter(|intent| !for_others.iter().any(|id| intent["metadata"]["payment_id"] == *id))
            .filter(|intent| ["requires_capture", "succeeded"].contains(&intent["status"].as_str().unwrap()))
            .cloned()
            .collect()
    }

    async fn payments_for_others(&self, offer: &Value) -> Vec<String> {
        let mut database = PgConnection::connect(&self.at.database).await.unwrap();
        sqlx::query_scalar("select id::text from payments.payment where offer_id <> $1")
            .bind(offer["id"].as_str().unwrap())
            .fetch_all(&mut database)
            .await
            .unwrap()
    }

    /// Waits until JetStream holds the message that our outbox says it published.
    pub async fn published(&self, subject: &str, booking: &str) {
        let operator = ConnectOptions::with_user_and_password("operator".into(), LOCAL_PASSWORD.into());
        let client = operator.connect(&self.at.nats).await.unwrap();
        let stream = async_nats::jetstream::new(client).get_stream("BOOKING").await.unwrap();
        let seen = async {
            while !self.on_stream(&stream, subject, booking).await {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(testkit::patience(PATIENCE_S), seen)
            .await
            .unwrap_or_else(|_| panic!("{subject} of {booking} never came"));
    }

    async fn on_stream(
        &self,
        stream: &async_nats::jetstream::stream::Stream,
        subject: &str,
        booking: &str,
    ) -> bool {
        let mut database = PgConnection::connect(&self.at.database).await.unwrap();
        let positions: Vec<i64> = sqlx::query_scalar(
            "select stream_seq from booking.outbox where subject = $1 and published_at is not null order by seq",
        )
        .bind(subject)
        .fetch_all(&mut database)
        .await
        .unwrap();
        for position in positions {
            let message = stream.get_raw_message(u64::try_from(position).unwrap()).await.unwrap();
            let holds_id = message.payload.windows(booking.len()).any(|window| window == booking.as_bytes());
            if message.subject.as_str() == subject && holds_id {
                return true;
            }
        }
        false
    }
}
