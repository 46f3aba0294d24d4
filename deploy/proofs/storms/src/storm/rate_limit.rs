//! The flight provider takes 59 calls in a window of a few seconds, one visitor searches without end, and others buy: who
//! buys goes first. Searches are refused with a time to come back, and every purchase is ticketed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::ensure;
use futures::future::try_join_all;
use reqwest::{Method, StatusCode};

use crate::books::Books;
use crate::fleet::{Fleet, RateLimit};
use crate::report::Report;
use crate::sandbox;
use crate::shop::{Shop, all_confirmed};
use crate::shopper::Shopper;

/// One call less than an account of the provider's begins with, in a shorter window.
pub const LIMIT: RateLimit = RateLimit { calls: 59, window_s: 5 };
/// Searches that the visitor has open at once, as in so many tabs: one alone waits for the next window in silence.
const TABS: usize = 6;
/// What the visitor waits after a refusal: less than they are asked to.
const IMPATIENCE: Duration = Duration::from_millis(200);
/// Calls that searches of other replicas leave in each window: the reserve, so that a slow machine reaches the limit too.
const LEFT: u32 = 19;
const FINISHES: Duration = Duration::from_secs(300);

pub async fn run(fleet: &mut Fleet, purchases: usize, report: &mut Report) -> anyhow::Result<()> {
    let shop = Shop::open(fleet)?;
    let shoppers: Vec<_> = (0..purchases).map(|_| shop.shopper()).collect();
    let mut offers = Vec::new();
    for shopper in &shoppers {
        offers.push(shopper.find(shop.trips.next()).await?);
    }
    let is_over = AtomicBool::new(false);
    let buying = async {
        let told =
            try_join_all(shoppers.iter().zip(&offers).map(|(shopper, offer)| shopper.buy_offer(offer))).await;
        is_over.store(true, Ordering::Relaxed);
        told
    };
    let sandbox = fleet.sandbox();
    let (told, searches, spent) =
        tokio::join!(buying, search_in_tabs(&shop, &is_over), sandbox::spend(&sandbox, LEFT, &is_over));
    let (told, Searches { answered, refused }) = (told?, searches?);
    spent?;
    fleet.check_alive()?;
    report.row("searches meanwhile: answered / refused", format!("{answered} / {refused}"));
    report.require(refused > 0, || "no search was refused: the limit was not reached".to_owned());
    let confirmed = all_confirmed(&told, report);
    let books = Books::finished(fleet, FINISHES).await?;
    let ticketed = confirmed.iter().filter(|booking| books.is_ticketed(**booking)).count();
    report.row("purchases ticketed", format!("{ticketed} of {purchases}"));
    report.require(ticketed == purchases, || format!("{ticketed} of {purchases} purchases were ticketed"));
    books.tell(&confirmed, report);
    Ok(())
}

#[derive(Default)]
struct Searches {
    answered: usize,
    refused: usize,
}

/// One visitor, who searches in several tabs.
async fn search_in_tabs(shop: &Shop, is_over: &AtomicBool) -> anyhow::Result<Searches> {
    let visitor = shop.shopper();
    let tabs = try_join_all((0..TABS).map(|_| search(shop, &visitor, is_over))).await?;
    Ok(tabs.into_iter().fold(Searches::default(), |sum, tab| Searches {
        answered: sum.answered + tab.answered,
        refused: sum.refused + tab.refused,
    }))
}

/// Searches what nobody has searched yet, again and again.
async fn search(shop: &Shop, visitor: &Shopper, is_over: &AtomicBool) -> anyhow::Result<Searches> {
    let mut searches = Searches::default();
    while !is_over.load(Ordering::Relaxed) {
        let answer = visitor.call(Method::GET, &shop.trips.next().search(), None, None).await?;
        match answer.status {
            StatusCode::OK => searches.answered += 1,
            StatusCode::SERVICE_UNAVAILABLE => {
                ensure!(answer.code() == "SEARCH_UNAVAILABLE" && answer.retry_after.is_some(), "{answer:?}");
                searches.refused += 1;
                tokio::time::sleep(IMPATIENCE).await;
            }
            _ => anyhow::bail!("a search was answered {answer:?}"),
        }
    }
    Ok(searches)
}
