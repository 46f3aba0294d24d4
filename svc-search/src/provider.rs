//! Asks the flight provider, airline by airline, within the time a traveller waits.

use std::time::Duration;

use duffel::wire::{CabinClass, NewPassenger, NewSlice, PassengerKind};
use duffel::{Client, NewOfferRequest, Offer};
use tokio::time::{Instant, timeout_at};

use crate::domain::{self, Query, Travellers};
use crate::error::Error;

/// What an airline gets to answer.
const AIRLINE: Duration = Duration::from_secs(20);
/// What the whole search gets, whatever goes wrong in it: the gateway waits 30 s. Airlines that answered by then are
/// shown.
const SEARCH: Duration = Duration::from_secs(28);

/// What the airlines said in time.
#[derive(Debug)]
pub(crate) struct Offers {
    pub offers: Vec<Offer>,
    /// All airlines answered.
    pub complete: bool,
}

/// Searches for a query.
pub(crate) async fn search(client: &Client, query: &Query) -> Result<Offers, Error> {
    let deadline = Instant::now() + SEARCH;
    let batch = client.create_batch(&offer_request(query)).await?;
    let mut offers = batch.offers;
    let collecting = collect(client, &batch.id, batch.remaining_batches, &mut offers);
    let error = match timeout_at(deadline, collecting).await {
        Ok(Ok(())) => return Ok(Offers { offers, complete: true }),
        Ok(Err(error)) => {
            tracing::warn!(%error, "a search broke off; reading what it found");
            // A lost poll may have held offers that are not given again: the list of the search has them all.
            if let Ok(Ok(listed)) = timeout_at(deadline, client.list_offers(&batch.id)).await
                && listed.len() > offers.len()
            {
                offers = listed;
            }
            error.into()
        }
        Err(_elapsed) => Error::TimedOut,
    };
    if offers.is_empty() { Err(error) } else { Ok(Offers { offers, complete: false }) }
}

async fn collect(
    client: &Client,
    id: &str,
    mut remaining: u32,
    offers: &mut Vec<Offer>,
) -> Result<(), duffel::Error> {
    while remaining > 0 {
        let batch = client.poll_batch(id).await?;
        remaining = batch.remaining_batches;
        offers.extend(batch.offers);
    }
    Ok(())
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
        supplier_timeout: AIRLINE,
    }
}

/// Children go by type, not by age: the form asks for counts, and an order must fit the very age that was searched.
fn passengers(travellers: Travellers) -> Vec<NewPassenger> {
    let of = |count: u8, passenger: NewPassenger| std::iter::repeat_n(passenger, count.into());
    of(travellers.adults, NewPassenger::Kind { kind: PassengerKind::Adult })
        .chain(of(travellers.children, NewPassenger::Kind { kind: PassengerKind::Child }))
        .chain(of(travellers.infants, NewPassenger::Kind { kind: PassengerKind::InfantWithoutSeat }))
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
    struct Stuck {
        list_takes: Duration,
    }

    impl Transport for Stuck {
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

    fn batch() -> Value {
        json!({ "id": "orq_1", "live_mode": false, "total_batches": 2, "remaining_batches": 2 })
    }

    async fn search_with(provider: Stuck) -> (Result<Offers, Error>, Duration) {
        let transport = Arc::new(provider);
        let client =
            Client::over(transport.clone(), transport, "http://provider.example", "duffel_test_a".into());
        let query = Query {
            origin: "LHR".parse().unwrap(),
            destination: "JFK".parse().unwrap(),
            departure_on: date!(2026 - 04 - 24),
            return_on: None,
            cabin: domain::CabinClass::Economy,
            travellers: Travellers { adults: 1, children: 0, infants: 0 },
        };
        let started = Instant::now();
        (search(&client, &query).await, started.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_breaks_off_late_is_over_before_the_traveller_gives_up() {
        let (found, took) = search_with(Stuck { list_takes: Duration::from_secs(9) }).await;

        assert!(matches!(found, Err(Error::Provider(_))));
        assert_eq!(took, SEARCH);
    }

    #[tokio::test(start_paused = true)]
    async fn a_search_that_breaks_off_in_time_shows_what_is_listed() {
        let (found, _) = search_with(Stuck { list_takes: Duration::from_secs(2) }).await;

        let found = found.unwrap();
        assert_eq!((found.offers.len(), found.complete), (1, false));
    }
}
