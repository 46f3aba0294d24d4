//! The providers' books, as the sandbox tells them: orders, and what the cards hold and have paid.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::http;

#[derive(Debug, Default, Deserialize)]
pub struct Theirs {
    pub orders: Vec<Order>,
    pub payment_intents: Vec<Intent>,
    pub charges: Vec<Charge>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Order {
    pub id: String,
    pub offer_request_id: String,
    pub metadata: BTreeMap<String, String>,
    pub cancelled_at: Option<String>,
}

impl Order {
    pub fn stands(&self) -> bool {
        self.cancelled_at.is_none()
    }

    /// The booking it was made for.
    pub fn booking(&self) -> &str {
        self.metadata.get("booking_id").map_or("", String::as_str)
    }
}

#[derive(Debug, Clone, Deserialize)]
pub struct Intent {
    pub id: String,
    pub status: String,
    pub amount_capturable: i64,
    pub amount_received: i64,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Charge {
    pub payment_intent: String,
    pub amount_captured: i64,
    pub amount_refunded: i64,
}

impl Theirs {
    pub async fn read(sandbox: &str) -> anyhow::Result<Self> {
        let client = http::client().build()?;
        Ok(client.get(format!("{sandbox}/_control/books")).send().await?.error_for_status()?.json().await?)
    }

    /// Cents that cards have paid and not got back.
    pub fn taken(&self) -> i64 {
        self.charges.iter().map(|charge| charge.amount_captured - charge.amount_refunded).sum()
    }
}
