//! Reads of the account itself: what it holds, and where it sends its webhooks.

use money::{Currency, Money};
use serde::Deserialize;
use serde_json::Value;

use super::{Answered, Client};
use crate::domain::provider_amount::stripe_minor;
use crate::stripe::error::Error;
use crate::stripe::wire::List;

/// What the account holds (docs.stripe.com/api/balance).
#[derive(Debug, Deserialize)]
pub struct Balance {
    pub livemode: bool,
    #[serde(default)]
    available: Vec<Funds>,
}

#[derive(Debug, Deserialize)]
struct Funds {
    amount: i64,
    currency: String,
}

/// Where events are sent (docs.stripe.com/api/webhook_endpoints).
#[derive(Debug, Deserialize)]
pub struct WebhookEndpoint {
    pub url: String,
    /// `enabled` or `disabled`.
    pub status: String,
    /// The version that events are written in; the account's own where there is none.
    pub api_version: Option<String>,
    /// The types of events that are sent, or `*` for all.
    pub enabled_events: Vec<String>,
}

impl Balance {
    /// What can be paid out, in each currency that both sides count alike: `12.34 EUR, 5.00 USD`.
    pub fn words(&self) -> String {
        let amounts = self.available.iter().filter_map(Funds::money).map(|money| money.to_string());
        amounts.collect::<Vec<_>>().join(", ")
    }
}

impl Funds {
    fn money(&self) -> Option<Money> {
        let currency: Currency = self.currency.to_ascii_uppercase().parse().ok()?;
        let money = Money::new(self.amount, currency);
        stripe_minor(money).map(|_| money)
    }
}

impl Client {
    /// What the account holds. Cheap, and answered to every key that may read it.
    pub async fn balance(&self) -> Result<Answered<Balance>, Error> {
        self.read("balance.get", "/v1/balance").await
    }

    /// Reads what every payment needs to read: an error where the key may not. No read shows whether it may write.
    pub async fn read_payments(&self) -> Result<(), Error> {
        let intents = "/v1/payment_intents?limit=1&expand[]=data.latest_charge";
        let _intents: Answered<List<Value>> = self.read("payment_intents.list", intents).await?;
        let _refunds: Answered<List<Value>> = self.read("refunds.list", "/v1/refunds?limit=1").await?;
        Ok(())
    }

    /// The first hundred endpoints; Stripe lets an account have 16.
    pub async fn webhook_endpoints(&self) -> Result<Vec<WebhookEndpoint>, Error> {
        let answered: Answered<List<WebhookEndpoint>> =
            self.read("webhook_endpoints.list", "/v1/webhook_endpoints?limit=100").await?;
        Ok(answered.value.data)
    }
}
