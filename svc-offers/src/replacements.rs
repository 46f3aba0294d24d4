//! Finds the same flights again when an offer is gone.

use std::sync::Arc;
use std::time::Duration as StdDuration;

use duffel::Client;
use duffel::wire::Offer;
use moka::future::Cache;
use service::SharedClock;
use time::Duration;
use tokio::time::timeout;

use crate::journey::Journey;
use crate::recent::{Key, Recent};

/// The airlines are asked again for the same offer after this at the earliest.
const AGAIN: Duration = Duration::minutes(1);
/// What a traveller who learns that their offer is gone waits for the airlines at most.
const PATIENCE: StdDuration = StdDuration::from_secs(12);
/// As long as an offer lives.
const FOUND: StdDuration = StdDuration::from_mins(30);
/// Longer than a traveller stays with an offer that is gone.
const REMEMBERED: StdDuration = StdDuration::from_hours(2);

/// Of a gone offer the provider tells nothing, so what each one read was for is remembered.
#[derive(Debug)]
pub(crate) struct Replacements {
    journeys: Cache<Key, Arc<Journey>>,
    found: Recent<Option<Arc<Offer>>>,
}

impl Replacements {
    pub fn new(clock: SharedClock) -> Self {
        Self {
            journeys: Cache::builder().max_capacity(20_000).time_to_live(REMEMBERED).build(),
            found: Recent::new(1_000, FOUND, clock),
        }
    }

    /// To be told of each offer that is read.
    pub async fn remember(&self, key: Key, offer: &Offer) {
        if !self.journeys.contains_key(&key)
            && let Some(journey) = Journey::of(offer)
        {
            self.journeys.insert(key, Arc::new(journey)).await;
        }
    }

    /// An offer like the one that is gone. What was found stands while it can be sold; else the airlines are asked
    /// again, once a minute for all who want to know.
    pub async fn find(
        &self,
        client: &Client,
        key: Key,
        can_be_sold: impl Fn(&Offer) -> bool,
    ) -> Option<Arc<Offer>> {
        let journey = self.journeys.get(&key).await?;
        let stands = |offer: &Arc<Offer>| can_be_sold(offer);
        let serves = |found: &Option<Arc<Offer>>, age| age < AGAIN || found.as_ref().is_some_and(stands);
        let ask = async { Ok::<_, std::convert::Infallible>(ask(client, &journey).await.map(Arc::new)) };
        let Ok(found) = self.found.get_if(key, serves, ask).await;
        found.filter(stands)
    }
}

/// A failure is an answer too: airlines that are away must not be asked by every page that is open.
async fn ask(client: &Client, journey: &Journey) -> Option<Offer> {
    match timeout(PATIENCE, client.create_offer_request(&journey.search, true)).await {
        Ok(Ok(answer)) => journey.find(answer.offers),
        Ok(Err(error)) => {
            tracing::warn!(%error, "the flights of a gone offer can't be searched for");
            None
        }
        Err(_elapsed) => {
            tracing::warn!("the airlines took too long to find the flights of a gone offer");
            None
        }
    }
}
