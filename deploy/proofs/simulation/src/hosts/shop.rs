//! Those who buy: each searches, opens an offer's page, has a card authorised and submits the purchase, again and again
//! under one key until it is answered with an end. Some change their mind then.

mod basket;
mod browser;
mod buyer;
mod holder;
mod leaver;

use std::time::Duration;

use duffel::wire::{CabinClass, MAX_CONNECTIONS, NewOfferRequest, NewPassenger, NewSlice, PassengerKind};

use super::duffel;
use crate::world::World;
use buyer::Buyer;

/// Searches in a run. Each has one buyer or two.
const SEARCHES: u32 = 4;
const PAUSE: Duration = Duration::from_secs(2);
/// Routes with few offers, so that a run is quick.
const ROUTES: [(&str, &str); 4] = [("JFK", "LHR"), ("LHR", "AMS"), ("CDG", "JFK"), CREDIT_ROUTE];
/// Here the airline gives credits in place of money.
const CREDIT_ROUTE: (&str, &str) = ("LTN", "SYD");

pub async fn run(world: World) -> turmoil::Result {
    let mut shoppers = tokio::task::JoinSet::new();
    for n in 0..SEARCHES {
        shoppers.spawn(go_shopping(world.clone(), n));
    }
    while let Some(ended) = shoppers.join_next().await {
        ended??;
    }
    world.receipts.close();
    Ok(())
}

/// One search; now and then two people want offers of it, of which the airline sells one.
async fn go_shopping(world: World, n: u32) -> anyhow::Result<()> {
    tokio::time::sleep(world.dice.millis(0..=25_000)).await;
    let offers = search(&world).await;
    let mut buyers = tokio::task::JoinSet::new();
    let rivals = if world.dice.percent(40) { 2 } else { 1 };
    for (rival, offer) in (0..rivals).zip(offers) {
        buyers.spawn(Buyer::new(&world, n * 2 + rival, offer).buy());
    }
    while let Some(ended) = buyers.join_next().await {
        ended??;
    }
    Ok(())
}

/// The ids of some offers of one request.
async fn search(world: &World) -> Vec<String> {
    let airline = duffel(None).test;
    let (from, to) = *world.dice.pick(&ROUTES);
    let search = NewOfferRequest {
        slices: vec![NewSlice {
            origin: from.into(),
            destination: to.into(),
            departure_date: "2026-05-20".into(),
        }],
        passengers: vec![NewPassenger::Kind { kind: PassengerKind::Adult }],
        cabin_class: CabinClass::Economy,
        max_connections: MAX_CONNECTIONS,
        supplier_timeout: Duration::from_secs(20),
    };
    loop {
        match airline.create_offer_request(&search, true).await {
            Ok(found) => return found.offers.into_iter().map(|offer| offer.id).take(2).collect(),
            Err(error) => tracing::info!(%error, "a search is made again"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}
