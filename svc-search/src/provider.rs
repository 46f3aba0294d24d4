//! Asks the flight provider, airline by airline, within the time a traveller waits.

use std::time::Duration;

use duffel::wire::{BatchOfferRequest, CabinClass, MAX_CONNECTIONS, NewPassenger, NewSlice, PassengerKind};
use duffel::{Client, NewOfferRequest, Offer};
use tokio::time::{Instant, timeout_at};

use crate::domain::{self, Airlines, Query, Travellers};
use crate::error::Error;

/// What an airline gets to answer.
const AIRLINE: Duration = Duration::from_secs(20);
/// What the whole search gets, whatever goes wrong in it: the gateway waits 30 s. Airlines that answered by then are
/// shown.
const SEARCH: Duration = Duration::from_secs(28);

/// What came since the last update.
#[derive(Debug)]
pub(crate) struct Update {
    pub offers: Vec<Offer>,
    pub airlines: Airlines,
}

impl From<BatchOfferRequest> for Update {
    fn from(batch: BatchOfferRequest) -> Self {
        let answered = batch.total_batches.saturating_sub(batch.remaining_batches);
        Self { offers: batch.offers, airlines: Airlines { answered, asked: batch.total_batches } }
    }
}

/// Searches for a query and tells what comes as it comes. An error may come after offers: then these are all.
pub(crate) async fn search(
    client: &Client,
    query: &Query,
    mut tell: impl FnMut(Update),
) -> Result<(), Error> {
    let deadline = Instant::now() + SEARCH;
    let request = offer_request(query);
    let creating = client.create_batch(&request);
    let batch = timeout_at(deadline, creating).await.map_err(|_elapsed| Error::TimedOut)??;
    let id = batch.id.clone();
    let mut airlines = Airlines::default();
    let collecting = collect(client, batch, |update| {
        airlines = update.airlines;
        tell(update);
    });
    let error = match timeout_at(deadline, collecting).await {
        Ok(Ok(())) => return Ok(()),
        Ok(Err(error)) => error,
        Err(_elapsed) => return Err(Error::TimedOut),
    };
    tracing::warn!(%error, "a search broke off; reading what it found");
    // A lost poll may have held offers that are not given again: the list of the search has them all.
    let listed_at = Instant::now() + error.retry_after.unwrap_or_default();
    let listing = async {
        tokio::time::sleep_until(listed_at).await;
        client.list_offers(&id).await
    };
    if listed_at < deadline
        && let Ok(Ok(offers)) = timeout_at(deadline, listing).await
    {
        tell(Update { offers, airlines });
    }
    Err(error.into())
}

async fn collect(
    client: &Client,
    mut batch: BatchOfferRequest,
    mut tell: impl FnMut(Update),
) -> Result<(), duffel::Error> {
    loop {
        let (id, remaining) = (batch.id.clone(), batch.remaining_batches);
        tell(batch.into());
        if remaining == 0 {
            return Ok(());
        }
        batch = client.poll_batch(&id).await?;
    }
}

fn offer_request(query: &Query) -> NewOfferRequest {
    let slice = |origin: domain::Iata, destination: domain::Iata, on: time::Date| NewSlice {
        origin: origin.to_string(),
        destination: destination.to_string(),
        departure_date: on.to_string(),
    };
    let back = query.return_on.map(|on| slice(query.destination, query.origin, on));
    let out = slice(query.origin, query.destination, query.departure_on);
    NewOfferRequest {
        slices: std::iter::once(out).chain(back).collect(),
        passengers: passengers(query.travellers),
        cabin_class: match query.cabin {
            domain::CabinClass::Economy => CabinClass::Economy,
            domain::CabinClass::PremiumEconomy => CabinClass::PremiumEconomy,
            domain::CabinClass::Business => CabinClass::Business,
            domain::CabinClass::First => CabinClass::First,
        },
        max_connections: MAX_CONNECTIONS,
        supplier_timeout: AIRLINE,
    }
}

/// Adults first. The others go by age where it is known, else by type: an order must fit the very age that was
/// searched.
fn passengers(travellers: Travellers) -> Vec<NewPassenger> {
    let of = |count: u8, kind: PassengerKind| std::iter::repeat_n(NewPassenger::Kind { kind }, count.into());
    let adults = of(travellers.adults, PassengerKind::Adult);
    if travellers.ages.is_known() {
        return adults.chain(travellers.ages.years().map(|age| NewPassenger::Age { age })).collect();
    }
    adults
        .chain(of(travellers.children, PassengerKind::Child))
        .chain(of(travellers.infants, PassengerKind::InfantWithoutSeat))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use futures::future::BoxFuture;
    use http::{Method, Request, Response};
    use outbound::{Transport, TransportError};
    use serde_json::{Value, json};
    use time::macros::date;

    use super::*;

    /// A provider whose second airline never answers, and which lists what it found only after a while.
    #[derive(Debug)]
    struct SlowProvider {
        list_takes: Duration,
    }

    impl Transport for SlowProvider {
        fn send(
            &self,
            request: Request<Bytes>,
            within: Duration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            Box::pin(async move {
                let (takes, answer) = match (request.method(), request.uri().path()) {
                    (&Method::POST, _) => (Duration::ZERO, Some(batch())),
                    (_, "/air/offers") => (self.list_takes, Some(json!([duffel::testing::offer()]))),
                    _ => (Duration::from_secs(25), None),
                };
                tokio::time::timeout(within, tokio::time::sleep(takes))
                    .await
                    .map_err(|_elapsed| TransportError::Timeout)?;
                let data = answer.ok_or(TransportError::Broken)?;
                Ok(Response::new(json!({ "data": data, "meta": null }).to_string().into()))
            })
        }
    }

    /// A provider that never answers, over a network that keeps no time.
    #[derive(Debug)]
    struct SilentProvider;

    impl Transport for SilentProvider {
        fn send(
            &self,
            _: Request<Bytes>,
            _: Duration,
        ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            Box::pin(std::future::pending())
        }
    }

    fn batch() -> Value {
        json!({ "id": "orq_1", "live_mode": false, "total_batches": 2, "remaining_batches": 2 })
    }

    /// The offers that came, the end, and how long it took.
    async fn search_with(provider: impl Transport + 'static) -> (usize, Result<(), Error>, Duration) {
        let transport = Arc::new(provider);
        let client =
            Client::over(transport.clone(), transport, "http://provider.example", "duffel_test_a".into());
        let query = Query {
            origin: "LHR".parse().unwrap(),
            destination: "JFK".parse().unwrap(),
            departure_on: date!(2026 - 04 - 24),
            return_on: None,
            cabin: domain::CabinClass::Economy,
            travellers: Travellers { adults: 1, children: 0, infants: 0, ages: domain::Ages::default() },
        };
        let started = Instant::now();
        let mut found = 0;
        let end = search(&client, &query, |update| found += update.offers.len()).await;
        (found, end, started.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_breaks_off_late_is_over_before_the_traveller_gives_up() {
        let (found, end, took) = search_with(SlowProvider { list_takes: Duration::from_secs(9) }).await;

        assert!(matches!(end, Err(Error::Provider(_))));
        assert_eq!((found, took), (0, SEARCH));
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_is_never_begun_is_over_before_the_traveller_gives_up() {
        let (found, end, took) = search_with(SilentProvider).await;

        assert!(matches!(end, Err(Error::TimedOut)));
        assert_eq!((found, took), (0, SEARCH));
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_breaks_off_in_time_shows_what_is_listed() {
        let (found, end, _) = search_with(SlowProvider { list_takes: Duration::from_secs(2) }).await;

        assert!(end.is_err());
        assert_eq!(found, 1);
    }
}
