//! Reads of the account itself: whether the token is taken, and where webhooks are sent.

use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use service::preflight;
use time::OffsetDateTime;

use super::Client;
use super::call::Call;
use crate::error::Error;
use crate::wire::Page;

/// A person waits for it.
const SOON: Duration = Duration::from_secs(4);

/// Where events are sent (duffel.com/docs/api/webhooks). The answer holds its secret only at its creation.
#[derive(Debug, Clone, Deserialize)]
pub struct RegisteredWebhook {
    /// The address.
    pub url: String,
    /// Whether anything is sent.
    pub active: bool,
    /// Whether it is for orders of live mode.
    pub live_mode: bool,
    /// The types of events that are sent.
    pub events: Vec<String>,
}

impl Client {
    /// The provider's time, where it takes our token. Reads one airline.
    pub async fn contact(&self) -> Result<Option<OffsetDateTime>, Error> {
        const OPERATION: &str = "airlines.list";
        let call = Call::get(OPERATION, "/air/airlines?limit=1".to_owned()).within(SOON);
        let answer = self.repeatable(&call).await?;
        answer.decode::<Page<IgnoredAny>>(OPERATION)?;
        Ok(preflight::date(&answer.headers))
    }

    /// The webhooks of this mode. An account has one a mode.
    pub async fn webhooks(&self) -> Result<Vec<RegisteredWebhook>, Error> {
        const OPERATION: &str = "webhooks.list";
        let call = Call::get(OPERATION, "/air/webhooks".to_owned()).within(SOON);
        Ok(self.repeatable(&call).await?.decode::<Page<_>>(OPERATION)?.data)
    }
}
