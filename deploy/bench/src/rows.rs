//! What is measured. A limit stands beside what it limits, so that both see the same machine.

use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use storms::fleet::Fleet;
use storms::shop::Shop;
use storms::shopper::Shopper;
use storms::trips::Trip;

use crate::bare::Bare;
use crate::cpu::Processes;
use crate::load::{self, Call};
use crate::{provider, stream};

pub const SEARCH: &str = "cached search plain";
pub const SEARCH_GZIP: &str = "cached search gzip";
const STATIC: &str = "bare static";
pub const SERIALISED: &str = "bare serialised";
const BARE_GZIP: &str = "bare gzip";
pub const UNCACHED: &str = "uncached search";
pub const READ: &str = "bare read";
const OFFER: &str = "offer";
const VERIFY: &str = "verify";
pub const SESSION: &str = "session";
pub const MODE: &str = "mode";
pub const HOME: &str = "home page plain";
pub const HOME_GZIP: &str = "home page gzip";
pub const PURCHASE: &str = "purchase";
pub const FIVE_STATEMENTS: &str = "five statements";
pub const HASH: &str = "argon2id";
pub const LOGIN: &str = "login";

const OFFERS: usize = 20;
const LOGIN_PATH: &str = "/api/auth/login";

pub enum Work {
    Calls(Call, Processes),
    /// Told as a figure.
    Streamed(UnaskedSearches),
    Purchases,
    FiveStatements,
    Hashes,
}

pub struct Row {
    pub name: &'static str,
    pub work: Work,
}

/// The page of offers that the system and the bare server both give.
pub struct Search {
    call: Call,
    pub page: Vec<u8>,
}

impl Search {
    /// Searches once, so that the answer is kept, and again for the page.
    pub async fn prepare(fleet: &Fleet, shop: &Shop) -> anyhow::Result<Self> {
        let Trip { origin, destination, date } = shop.trips.next();
        let search = search(origin, destination, &date.to_string());
        let call = Call::to(format!("{}/api/flights/search?{search}", fleet.site()));
        let client = load::client()?;
        call.ask(&client).await?;
        let page = call.ask(&client).await?;
        let read: Value = serde_json::from_slice(&page)?;
        let found = read["offers"].as_array().map_or(0, Vec::len);
        ensure!(found == OFFERS, "{found} offers from {origin} to {destination}, not {OFFERS}");
        Ok(Self { call, page })
    }
}

/// The query of a search for one adult's flight.
fn search(origin: &str, destination: &str, date: &str) -> String {
    format!("origin={origin}&destination={destination}&departureDate={date}&adultsCount=1&limit={OFFERS}")
}

/// Searches from one place, each of which nobody has made yet.
pub struct UnaskedSearches {
    site: String,
    path: &'static str,
    origin: &'static str,
    date: String,
    asked: AtomicU32,
}

impl UnaskedSearches {
    fn of(fleet: &Fleet, path: &'static str, origin: &'static str, date: &str) -> Self {
        Self { site: fleet.site(), path, origin, date: date.to_owned(), asked: AtomicU32::default() }
    }

    /// The address of the next.
    pub fn next(&self) -> String {
        let Self { site, path, origin, date, asked } = self;
        let destination = destination(asked.fetch_add(1, Ordering::Relaxed));
        format!("{site}{path}?{}", search(origin, &destination, date))
    }
}

/// Three letters, which differ in 16,900 numbers. None begins with the provider's Z.
fn destination(number: u32) -> String {
    let letters = [number / 676 % 25, number / 26 % 26, number % 26];
    letters.into_iter().filter_map(|letter| char::from_u32(u32::from(b'A') + letter)).collect()
}

/// All rows, in their order.
pub async fn all(fleet: &Fleet, shop: &Shop, search: &Search, bare: &Bare) -> anyhow::Result<Vec<Row>> {
    let site = fleet.site();
    let date = shop.trips.next().date.to_string();
    let bares = vec![bare.process()?];
    let ours = |name, call| Row { name, work: Work::Calls(call, fleet.processes()) };
    let limit = |name, call| Row { name, work: Work::Calls(call, bares.clone()) };
    let home = Call::to(format!("{site}/"));
    let (guest, offer) = offer(shop).await?;
    let streamed = UnaskedSearches::of(fleet, "/api/flights/search/stream", provider::STREAMED, &date);
    Ok(vec![
        ours(SEARCH, search.call.clone()),
        limit(SERIALISED, Call::to(bare.url("/serialised"))),
        ours(SEARCH_GZIP, search.call.clone().compressed()),
        limit(BARE_GZIP, Call::to(bare.url("/gzip")).compressed()),
        limit(STATIC, Call::to(bare.url("/static"))),
        ours(UNCACHED, uncached(fleet, &date).await?),
        limit(READ, Call::to(bare.url("/read"))),
        Row { name: stream::FIRST_OFFERS, work: Work::Streamed(streamed) },
        ours(OFFER, Call::to(format!("{site}/api/flights/offer/{offer}")).with_cookie(guest.jar())),
        ours(VERIFY, Call::to(format!("{site}/api/flights/verify-offer/{offer}")).with_cookie(guest.jar())),
        Row { name: HASH, work: Work::Hashes },
        ours(LOGIN, login(&site)),
        ours(SESSION, session(&site, shop).await?),
        ours(MODE, Call::to(format!("{site}/api/system/mode"))),
        ours(HOME, home.clone()),
        ours(HOME_GZIP, home.compressed()),
        Row { name: FIVE_STATEMENTS, work: Work::FiveStatements },
        Row { name: PURCHASE, work: Work::Purchases },
    ])
}

/// Searches that the provider answers with all its offers.
async fn uncached(fleet: &Fleet, date: &str) -> anyhow::Result<Call> {
    let searches = UnaskedSearches::of(fleet, "/api/flights/search", provider::AT_ONCE, date);
    let call = Call::to_each(move || searches.next());
    let page: Value = serde_json::from_slice(&call.ask(&load::client()?).await?)?;
    let found = &page["total_count"];
    ensure!(found == provider::OFFERS, "{found} offers of the bench's provider, not {}", provider::OFFERS);
    Ok(call)
}

/// A guest, and an offer that they have found.
async fn offer(shop: &Shop) -> anyhow::Result<(Shopper, String)> {
    let guest = shop.shopper();
    let offer = guest.find(shop.trips.next()).await?;
    let id = offer["id"].as_str().context("an offer without an id")?.to_owned();
    Ok((guest, id))
}

/// The demonstration's traveller.
fn account() -> Value {
    json!({ "username": "demo", "password": "demo-Fareway-2026" })
}

/// The right password, each time in a browser and at an address that svc-identity doesn't know.
fn login(site: &str) -> Call {
    Call::to(format!("{site}{LOGIN_PATH}")).posting(account()).of_many_visitors()
}

/// Who is signed in, asked by the demonstration's traveller.
async fn session(site: &str, shop: &Shop) -> anyhow::Result<Call> {
    let traveller = shop.shopper();
    let answer = traveller.call(Method::POST, LOGIN_PATH, None, Some(&account())).await?;
    ensure!(answer.status.is_success(), "signing in: {} {}", answer.status, answer.code());
    Ok(Call::to(format!("{site}/api/auth/user")).with_cookie(traveller.jar()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn destinations_are_codes_that_differ_and_never_the_providers_own() {
        let drawn: BTreeSet<_> = (0..16_900).map(destination).collect();

        assert_eq!(drawn.len(), 16_900);
        assert!(drawn.iter().all(|code| code.len() == 3 && !code.starts_with('Z')));
        assert!(drawn.iter().all(|code| code.bytes().all(|letter| letter.is_ascii_uppercase())));
    }
}
