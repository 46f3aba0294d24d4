//! The services that are asked about watched prices.

use std::time::Duration;

use anyhow::Context;
use money::{MarkupRate, Money};
use proto::common::v1 as common;
use proto::identity::v1::GetModeRequest;
use proto::identity::v1::identity_service_client::IdentityServiceClient;
use proto::search::v1::search_service_client::SearchServiceClient;
use proto::search::v1::{GetWatchedFareRequest, GetWatchedFareResponse};
use service::client::{Channel, set_affinity};
use service::{Mode, RequestContext};
use time::OffsetDateTime;
use tonic::Status;
use uuid::Uuid;

use crate::domain::brand::DEFAULT_KEY;
use crate::domain::watch::{Asking, Trip};

/// A look waits behind travellers, and then for the airlines: svc-search ends it within 42 s.
const LOOK_DEADLINE: Duration = Duration::from_secs(45);

#[derive(Debug, Clone)]
pub struct Upstreams {
    pub search: SearchServiceClient<Channel>,
    pub identity: IdentityServiceClient<Channel>,
}

/// What svc-search answered about a trip.
#[derive(Debug, Clone, Copy)]
pub struct WatchedFare {
    /// Nothing where nothing recent was seen, or where an airline gave no answer.
    pub seen: Option<Seen>,
    /// A search was sent for it.
    pub was_looked_up: bool,
}

/// What was seen of a trip, and when.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    /// Nothing where nobody flies.
    pub fare: Option<Fare>,
    pub at: OffsetDateTime,
}

/// The cheapest of the whole party, as the provider sells it.
#[derive(Debug, Clone, Copy)]
pub struct Fare {
    pub total: Money,
    pub tax: Money,
}

impl Upstreams {
    /// The mode of now. Nothing while nobody knows it.
    pub async fn mode(&self) -> Result<Option<Mode>, Status> {
        let request = context(Mode::Test).request(GetModeRequest {});
        let answer = self.identity.clone().get_mode(request).await?.into_inner();
        Ok(Some(answer.mode()).filter(|mode| *mode != Mode::Unspecified))
    }

    /// What svc-search knows of a trip, or finds.
    pub async fn watched_fare(&self, mode: Mode, trip: &Trip, asking: Asking) -> anyhow::Result<WatchedFare> {
        let search = trip.search();
        let key = search.key(mode);
        let message = GetWatchedFareRequest {
            search: Some(search),
            not_older_than_s: asking.not_older_than.whole_seconds(),
            may_look: asking.may_look,
        };
        let mut request = context(mode).request_within(LOOK_DEADLINE, message);
        set_affinity(&mut request, key);
        let answer = self.search.clone().get_watched_fare(request).await?.into_inner();
        let was_looked_up = answer.was_looked_up;
        Ok(WatchedFare { seen: read(answer)?, was_looked_up })
    }
}

/// Nothing that is asked depends on a brand or its markup.
fn context(mode: Mode) -> RequestContext {
    let markup_rate = MarkupRate::parse(MarkupRate::DEFAULT).expect("the default rate is a rate");
    RequestContext::new(Uuid::now_v7().to_string(), mode, DEFAULT_KEY.to_owned(), markup_rate)
}

fn read(answer: GetWatchedFareResponse) -> anyhow::Result<Option<Seen>> {
    let Some(seen_at) = answer.seen_at else { return Ok(None) };
    let fare = match answer.total {
        Some(total) => {
            let tax = answer.tax.context("a fare without its tax")?;
            Some(Fare { total: money(&total)?, tax: money(&tax)? })
        }
        None => None,
    };
    let at = OffsetDateTime::from_unix_timestamp(seen_at).context("a time out of range")?;
    Ok(Some(Seen { fare, at }))
}

fn money(message: &common::Money) -> anyhow::Result<Money> {
    Ok(Money::new(message.minor, message.currency.parse().context("an amount in no known currency")?))
}
