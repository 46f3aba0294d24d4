//! Asks the flight provider, airline by airline, within the time a traveller waits.

use std::time::Duration;

use duffel::wire::{CabinClass, NewPassenger, NewSlice, PassengerKind};
use duffel::{Client, NewOfferRequest, Offer};
use tokio::time::{Instant, timeout_at};

use crate::domain::{self, Query, Travellers};
use crate::error::Error;

/// What an airline gets to answer.
const AIRLINE: Duration = Duration::from_secs(20);
/// What the whole search gets. Airlines that answered by then are shown.
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
    match timeout_at(deadline, collecting).await {
        Ok(Ok(())) => Ok(Offers { offers, complete: true }),
        Ok(Err(error)) => recover(client, &batch.id, offers, error).await,
        Err(_elapsed) if offers.is_empty() => Err(Error::TimedOut),
        Err(_elapsed) => Ok(Offers { offers, complete: false }),
    }
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

/// A lost poll may have held offers that are not given again: the list of the search still has them all.
async fn recover(
    client: &Client,
    id: &str,
    so_far: Vec<Offer>,
    error: duffel::Error,
) -> Result<Offers, Error> {
    tracing::warn!(%error, "a search broke off; reading what it found");
    match client.list_offers(id).await {
        Ok(offers) if !offers.is_empty() => Ok(Offers { offers, complete: false }),
        _ if so_far.is_empty() => Err(error.into()),
        _ => Ok(Offers { offers: so_far, complete: false }),
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
